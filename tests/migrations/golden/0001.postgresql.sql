CREATE TABLE public.ledger_append_keys (
    session bigint NOT NULL,
    append_key character varying(255) NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    request_hash bytea NOT NULL
);
CREATE TABLE public.ledger_bodies (
    session bigint NOT NULL,
    seq bigint NOT NULL,
    payload text,
    metadata text
);
CREATE TABLE public.ledger_sessions (
    id bigint NOT NULL,
    owner character varying(255) NOT NULL,
    session_id character varying(255),
    measure character varying(255) NOT NULL,
    settings text NOT NULL,
    head_seq bigint NOT NULL,
    head_length bigint NOT NULL,
    head_digest bytea NOT NULL,
    current_revision bigint NOT NULL,
    revision_digest bytea NOT NULL,
    derived_count bigint NOT NULL,
    full_from bigint NOT NULL,
    full_at bigint NOT NULL,
    window_from bigint NOT NULL,
    window_at bigint NOT NULL,
    memo_from bigint,
    full_count bigint NOT NULL,
    window_count bigint NOT NULL,
    window_length bigint NOT NULL,
    window_pinned integer,
    held_revision bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    active_at bigint NOT NULL
)
WITH (fillfactor='60');
CREATE TABLE public.ledger_window_entries (
    session bigint NOT NULL,
    revision bigint NOT NULL,
    part smallint NOT NULL,
    "position" bigint NOT NULL,
    first_seq bigint,
    last_seq bigint,
    derived_id bigint
);
CREATE VIEW public.ledger_current_windows AS
 SELECT s.owner,
    s.session_id,
    s.current_revision AS revision,
    e."position",
    e.first_seq,
    e.last_seq,
    e.derived_id
   FROM (public.ledger_sessions s
     JOIN public.ledger_window_entries e ON (((e.session = s.id) AND (e.revision = s.window_from) AND (e.part = 1))))
  WHERE (s.session_id IS NOT NULL)
UNION ALL
 SELECT s.owner,
    s.session_id,
    s.current_revision AS revision,
    ( SELECT count(*) AS count
           FROM public.ledger_window_entries e
          WHERE ((e.session = s.id) AND (e.revision = s.window_from) AND (e.part = 1))) AS "position",
    (s.window_at + 1) AS first_seq,
    s.head_seq AS last_seq,
    NULL::bigint AS derived_id
   FROM public.ledger_sessions s
  WHERE ((s.session_id IS NOT NULL) AND (s.head_seq > s.window_at));
CREATE TABLE public.ledger_deletions (
    session bigint NOT NULL
);
CREATE TABLE public.ledger_derived_messages (
    session bigint NOT NULL,
    derived_id bigint NOT NULL,
    revision bigint NOT NULL,
    source_seq bigint,
    role character varying(255),
    links smallint NOT NULL,
    encoding smallint NOT NULL,
    payload text,
    length bigint NOT NULL,
    nonce bytea NOT NULL
);
CREATE TABLE public.ledger_memos (
    session bigint NOT NULL,
    revision bigint NOT NULL,
    encoding smallint NOT NULL,
    content text,
    nonce bytea NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.ledger_messages (
    session bigint NOT NULL,
    seq bigint NOT NULL,
    role character varying(255),
    links smallint NOT NULL,
    encoding smallint NOT NULL,
    payload text,
    metadata text,
    length bigint NOT NULL,
    running_length bigint NOT NULL,
    revision bigint NOT NULL,
    nonce bytea NOT NULL,
    digest bytea NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.ledger_window_revisions (
    session bigint NOT NULL,
    revision bigint NOT NULL,
    owner character varying(255) NOT NULL,
    parent bigint,
    kind character varying(255) NOT NULL,
    strategy character varying(255),
    cause character varying(255),
    restored bigint,
    full_from bigint NOT NULL,
    full_at bigint NOT NULL,
    window_from bigint NOT NULL,
    window_at bigint NOT NULL,
    memo_from bigint,
    head_seq bigint NOT NULL,
    head_length bigint NOT NULL,
    appended_count bigint NOT NULL,
    full_count bigint NOT NULL,
    window_count bigint NOT NULL,
    window_length bigint NOT NULL,
    window_pinned integer,
    dropped_count bigint NOT NULL,
    dropped_length bigint NOT NULL,
    max_length bigint,
    settings text,
    actor character varying(255),
    reason text,
    metadata text,
    duration_us bigint NOT NULL,
    digest bytea NOT NULL,
    created_at bigint NOT NULL
);
CREATE VIEW public.ledger_resize_history AS
 SELECT s.owner,
    s.session_id,
    r.revision,
    r.strategy,
    r.cause,
    (p.window_count + ((r.head_seq - r.appended_count) - p.head_seq)) AS messages_before,
    r.window_count AS messages_after,
    (p.window_length + (r.head_length - p.head_length)) AS length_before,
    r.window_length AS length_after,
    r.dropped_count,
    r.dropped_length,
    r.max_length,
    r.reason,
    r.actor,
    r.created_at,
    to_char((to_timestamp(((r.created_at / 1000000))::double precision) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD HH24:MI:SS'::text) AS created_utc
   FROM ((public.ledger_window_revisions r
     JOIN public.ledger_sessions s ON ((s.id = r.session)))
     JOIN public.ledger_window_revisions p ON (((p.session = r.session) AND (p.revision = r.parent))))
  WHERE (((r.kind)::text = 'resize'::text) AND (s.session_id IS NOT NULL));
CREATE TABLE public.ledger_session_details (
    session bigint NOT NULL,
    title text,
    metadata text
);
ALTER TABLE public.ledger_sessions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ledger_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_version (
    version_num character varying(32) NOT NULL
);
CREATE VIEW public.ledger_window_messages AS
 SELECT s.owner,
    s.session_id,
    r.revision,
    ((( SELECT (COALESCE(sum(
                CASE
                    WHEN (q.derived_id IS NULL) THEN ((q.last_seq - q.first_seq) + 1)
                    ELSE (1)::bigint
                END), (0)::numeric))::bigint AS "coalesce"
           FROM public.ledger_window_entries q
          WHERE ((q.session = e.session) AND (q.revision = e.revision) AND (q.part = 1) AND (q."position" < e."position"))) + m.seq) - e.first_seq) AS "position",
    m.seq,
    m.role,
    COALESCE(m.payload, b.payload) AS payload
   FROM ((((public.ledger_sessions s
     JOIN public.ledger_window_revisions r ON ((r.session = s.id)))
     JOIN public.ledger_window_entries e ON (((e.session = r.session) AND (e.revision = r.window_from) AND (e.part = 1))))
     JOIN public.ledger_messages m ON (((m.session = r.session) AND (m.seq >= e.first_seq) AND (m.seq <= e.last_seq))))
     LEFT JOIN public.ledger_bodies b ON (((b.session = m.session) AND (b.seq = m.seq))))
  WHERE ((s.session_id IS NOT NULL) AND (e.derived_id IS NULL))
UNION ALL
 SELECT s.owner,
    s.session_id,
    r.revision,
    ( SELECT (COALESCE(sum(
                CASE
                    WHEN (q.derived_id IS NULL) THEN ((q.last_seq - q.first_seq) + 1)
                    ELSE (1)::bigint
                END), (0)::numeric))::bigint AS "coalesce"
           FROM public.ledger_window_entries q
          WHERE ((q.session = e.session) AND (q.revision = e.revision) AND (q.part = 1) AND (q."position" < e."position"))) AS "position",
    NULL::bigint AS seq,
    d.role,
    d.payload
   FROM (((public.ledger_sessions s
     JOIN public.ledger_window_revisions r ON ((r.session = s.id)))
     JOIN public.ledger_window_entries e ON (((e.session = r.session) AND (e.revision = r.window_from) AND (e.part = 1))))
     JOIN public.ledger_derived_messages d ON (((d.session = e.session) AND (d.derived_id = e.derived_id))))
  WHERE (s.session_id IS NOT NULL)
UNION ALL
 SELECT s.owner,
    s.session_id,
    r.revision,
    (((( SELECT (COALESCE(sum(
                CASE
                    WHEN (q.derived_id IS NULL) THEN ((q.last_seq - q.first_seq) + 1)
                    ELSE (1)::bigint
                END), (0)::numeric))::bigint AS "coalesce"
           FROM public.ledger_window_entries q
          WHERE ((q.session = r.session) AND (q.revision = r.window_from) AND (q.part = 1))) + m.seq) - r.window_at) - 1) AS "position",
    m.seq,
    m.role,
    COALESCE(m.payload, b.payload) AS payload
   FROM (((public.ledger_sessions s
     JOIN public.ledger_window_revisions r ON ((r.session = s.id)))
     JOIN public.ledger_messages m ON (((m.session = r.session) AND (m.seq > r.window_at) AND (m.seq <= r.head_seq))))
     LEFT JOIN public.ledger_bodies b ON (((b.session = m.session) AND (b.seq = m.seq))))
  WHERE (s.session_id IS NOT NULL);
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 0', 4, 4, '\x2d46cbe1e50cc1f1013588661359ad53a135c9f30a88d4739b704e57517ceb64');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 1', 7, 7, '\x5787bd97423f68300110989dee677237f86820a8c5e8514f170f8870638a33f3');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 2', 10, 10, '\x7e36e30ea60a8ef010fc4c38884faa75b200fd93cab58e94f2d9bc7cc9079306');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 3', 13, 13, '\xdeeedb9fa74bdbee97c466b50ad86516401792dc912bfea785417a7e740772df');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 4', 16, 16, '\x73db43a9b849e98d6db38e70cd27de456c9d24283b1ceb559eee7ea4b1f4fb08');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 5', 19, 19, '\x6b5be7fa56bdbeacdb1a02ce2eb9e220e8073887732ffe5143ffb5607698ee11');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 6', 22, 22, '\xa449e302d74e32f8dd4faa8195d67cbb160f7609a28466a603233056c374d807');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 7', 25, 25, '\x673bf810b3f47c926513b013ff1d91690ac768e7ed911277724760448a6ad637');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 8', 28, 28, '\xa4d4eaab05e387d0f3dd7eccfdb5f35b4d7e2119704b36667f96508c822d20e8');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 9', 31, 31, '\x350f2acd9712019381b0495c7946291e007bef398f1ee36b12b8eaaec89a5119');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 10', 34, 34, '\xcd76d1af2afe6e7247550866b090f46bbc361697484519bb833f6b5dba83a0b5');
INSERT INTO public.ledger_append_keys VALUES (1, 'answer 11', 37, 37, '\x817901566a816ba9d9384a88553e968f2ef0cf8ce14a3243902ec9bc58b0bf69');
INSERT INTO public.ledger_bodies VALUES (1, 38, '{"role":"user","content":"long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long "}', NULL);
INSERT INTO public.ledger_derived_messages VALUES (1, 1, 20, 38, 'user', 0, 1, '{"role":"user","content":"g long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long "}', 648, '\xd2e81eaecfbd32a7725bc12e');
INSERT INTO public.ledger_derived_messages VALUES (1, 2, 27, NULL, 'system', 0, 1, '{"role":"system","content":"They talked of the weather."}', 60, '\x5d4728bece346c9b41ae1e49');
INSERT INTO public.ledger_memos VALUES (1, 21, 2, '{"summary":"weather","big":1180591620717411303424,"text":"a\u0000b"}', '\xc753b4967837c19e10538d10', 1796096282201114);
INSERT INTO public.ledger_memos VALUES (1, 27, 1, '{"rounds":3}', '\xde71df036c3bc1819097f2d3', 1796096282262692);
INSERT INTO public.ledger_messages VALUES (1, 1, 'system', 0, 1, '{"role":"system","content":"You answer briefly."}', NULL, 52, 52, 1, '\x8b60f4db1360c20ef5469355', '\xa76b5b02d835f5b0d59d9003ab2123241bc3a3f6469a5da1d9d5bf55f18f58ab', 1796096280975393);
INSERT INTO public.ledger_messages VALUES (1, 2, 'user', 0, 2, '{"role":"user","content":"Question 0? \ud83d \ud83d\ude42"}', '{"number":0}', 51, 103, 1, '\x743a105b0ee33dd46f1e48b4', '\xb569a84f63c52a024ededf9f83c52382f69a12a9b9bca417c3d6787c00116733', 1796096281860158);
INSERT INTO public.ledger_messages VALUES (1, 3, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function"}]}', NULL, 88, 191, 1, '\xe5f9e2b82bd0fa2f2a554eaf', '\x3c090f046202623625c4d4f10ecf9becc8c6db6a64ee36fa0c62fc8400b96f5f', 1796096281874542);
INSERT INTO public.ledger_messages VALUES (1, 4, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c0","content":"21 °C"}', NULL, 58, 249, 1, '\xbad4e9a67d446bc79864072d', '\xd4ec4df29a390977b7e235aa1d1cca050b624e4909e017705e697b1b7340f394', 1796096281877565);
INSERT INTO public.ledger_messages VALUES (1, 5, 'user', 0, 2, '{"role":"user","content":"Question 1? \ud83d \ud83d\ude42"}', '{"number":1}', 51, 300, 1, '\x8003f64737be3c9e78828159', '\x7af6b8d1117a86eccad1bb83eb17de79b76c931a517a8f44e8458b8ba62670b2', 1796096281895095);
INSERT INTO public.ledger_messages VALUES (1, 6, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function"}]}', NULL, 88, 388, 1, '\x04bf2ce498430d7e0f704017', '\xe2f9b87598010899fa98b14b65df7ad784592bf055731e35b532b73a7f4d7648', 1796096281897582);
INSERT INTO public.ledger_messages VALUES (1, 7, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c1","content":"21 °C"}', NULL, 58, 446, 1, '\xee15c76e20088bf7722a7b52', '\x41fa068fdaa70119eccb70c67441ab3df958b2a83882154639b72def6d758622', 1796096281899232);
INSERT INTO public.ledger_messages VALUES (1, 8, 'user', 0, 2, '{"role":"user","content":"Question 2? \ud83d \ud83d\ude42"}', '{"number":2}', 51, 497, 1, '\x049981289fecd4ad8c826a53', '\x6a2269810ee938d0a0a40e4ec04bf3d428eda5a9d3dd561e392dc87d6e225d40', 1796096281909596);
INSERT INTO public.ledger_messages VALUES (1, 9, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c2","type":"function"}]}', NULL, 88, 585, 1, '\x4c05fd8ba9f513ca4b5115eb', '\xb148f9da39b573e8ad219bcf23c796561f33a129e35dfe63052882903f156106', 1796096281914691);
INSERT INTO public.ledger_messages VALUES (1, 10, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c2","content":"21 °C"}', NULL, 58, 643, 1, '\x7f031121e08f93639bf0b9a8', '\xe1361e734cced38ac40ee830246479ff9d42946423f91d38d8cb1aaa78687347', 1796096281916807);
INSERT INTO public.ledger_messages VALUES (1, 11, 'user', 0, 2, '{"role":"user","content":"Question 3? \ud83d \ud83d\ude42"}', '{"number":3}', 51, 694, 1, '\x646590a17b53d475e1f4a8bc', '\xef21bf318d596ba01ebb02175707ed4df6cfbd7d604ee547267371d13d596bda', 1796096281924147);
INSERT INTO public.ledger_messages VALUES (1, 12, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c3","type":"function"}]}', NULL, 88, 782, 1, '\xbbc9487c69f468c110a03f29', '\x07b97ca57798b5e35d2e39adeddffbef909de6f48cfb2e9de728db5de7955829', 1796096281925484);
INSERT INTO public.ledger_messages VALUES (1, 13, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c3","content":"21 °C"}', NULL, 58, 840, 2, '\x73e30520c7afe17f570c6f87', '\x3ae7d3f52c47022498346d65c70b82e68d01bfc40a8dc25f8ecbe544e355e73a', 1796096281936829);
INSERT INTO public.ledger_messages VALUES (1, 14, 'user', 0, 2, '{"role":"user","content":"Question 4? \ud83d \ud83d\ude42"}', '{"number":4}', 51, 891, 3, '\x2a5d3da1f6386e4581bfbf76', '\x541d563e97dc9918ad5394376d7ba70269d94e8d95d29889e28eb2239811cff5', 1796096281959480);
INSERT INTO public.ledger_messages VALUES (1, 15, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c4","type":"function"}]}', NULL, 88, 979, 3, '\x217b65f1d5e8426fe4a301cc', '\x584cd056964d4f26c634ccf1a8a3692e53d7a62af13606eb97aeead27d1980a1', 1796096281965543);
INSERT INTO public.ledger_messages VALUES (1, 16, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c4","content":"21 °C"}', NULL, 58, 1037, 4, '\x6ed8f48ad129b837858ae0b1', '\x0362eddb98c240231870a26611b9f483a8d47eb6a1f53f9aadec54e31031543e', 1796096281972084);
INSERT INTO public.ledger_messages VALUES (1, 17, 'user', 0, 2, '{"role":"user","content":"Question 5? \ud83d \ud83d\ude42"}', '{"number":5}', 51, 1088, 5, '\xe6f61eb3e3af153da81853af', '\xd382df1036551bab93d0aa80e447aa4b5f79362f5069d674db90debb83b14e24', 1796096281989663);
INSERT INTO public.ledger_messages VALUES (1, 18, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c5","type":"function"}]}', NULL, 88, 1176, 5, '\x47711d11fbc89117e2c9adab', '\x69f13b611438d4ba4d6efcda49afb647728ae5649b5d4f1c4578c44420f4c441', 1796096281991498);
INSERT INTO public.ledger_messages VALUES (1, 19, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c5","content":"21 °C"}', NULL, 58, 1234, 6, '\xea0cd5d0d0cfc6d58e18e810', '\x97a1f7709a3b5010d5a6375c2c3ae42fcc4b93ce0048fdbcadc220baf51b47bb', 1796096282006374);
INSERT INTO public.ledger_messages VALUES (1, 20, 'user', 0, 2, '{"role":"user","content":"Question 6? \ud83d \ud83d\ude42"}', '{"number":6}', 51, 1285, 7, '\xac7aafd6f26ba808aa9a9395', '\x7409b0e6a3c2e5dcd9ca0fb7187bdc76b5542031f2e16f4dade4e418fbc42f8b', 1796096282021567);
INSERT INTO public.ledger_messages VALUES (1, 21, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c6","type":"function"}]}', NULL, 88, 1373, 7, '\x2b64a896ed4e37263837aab2', '\x9a12b6f3bbf6d87cc54a1ecdcbd481097b2ebac9b2a35f36245009aac5fa839c', 1796096282022817);
INSERT INTO public.ledger_messages VALUES (1, 22, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c6","content":"21 °C"}', NULL, 58, 1431, 8, '\x556fde6ea1b1cac90d8a1f5d', '\xf5ba8963461a48ce6b154c04936095514ec8cf7cc7add0f8f492091a845b3dd4', 1796096282030034);
INSERT INTO public.ledger_messages VALUES (1, 23, 'user', 0, 2, '{"role":"user","content":"Question 7? \ud83d \ud83d\ude42"}', '{"number":7}', 51, 1482, 9, '\xae0c3cd38ebabc268b84faa7', '\x3e2d55aad4ebab66ad1447168a65cf0af094dc6a88c5066c677a50a4c33de8eb', 1796096282040058);
INSERT INTO public.ledger_messages VALUES (1, 24, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c7","type":"function"}]}', NULL, 88, 1570, 9, '\x15479ea7ba881cdceaf7bc71', '\x2109463b52ada7fb70147d6764903a901b7ceb65ed5375f8fa4162baaf936dc1', 1796096282045897);
INSERT INTO public.ledger_messages VALUES (1, 25, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c7","content":"21 °C"}', NULL, 58, 1628, 10, '\x173b0906b625f8b68ff3ad57', '\x8fdf2922d4318be73fde40067ee2eccf9295d21a162d15704d891a7e13a3d9da', 1796096282054100);
INSERT INTO public.ledger_messages VALUES (1, 26, 'user', 0, 2, '{"role":"user","content":"Question 8? \ud83d \ud83d\ude42"}', '{"number":8}', 51, 1679, 11, '\xd679bab5680738871c288fd0', '\xc41da6099ccb59371cc72fc01561e99b05c24e8c29de9daf111d253de89953ed', 1796096282065622);
INSERT INTO public.ledger_messages VALUES (1, 27, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c8","type":"function"}]}', NULL, 88, 1767, 11, '\xa708b326a095c65c1883f20f', '\x2c3db46f89b0cd4b981cc3df2c9bdb95c1c43bdc9434438ef1174add2bbd846f', 1796096282072319);
INSERT INTO public.ledger_messages VALUES (1, 28, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c8","content":"21 °C"}', NULL, 58, 1825, 12, '\x2a61efe8341a8f8232ff4104', '\x1d1394bfd10ca7564536db9da2501e29feb6cd293d72ec394bb5ebe349bdfe0d', 1796096282081974);
INSERT INTO public.ledger_messages VALUES (1, 29, 'user', 0, 2, '{"role":"user","content":"Question 9? \ud83d \ud83d\ude42"}', '{"number":9}', 51, 1876, 13, '\x295e28743386ec75f14a8d1c', '\xcacc38179f13f72cf973f5b183cdbd6ea31657fd2f8e33ae1d3fc32377c16985', 1796096282092884);
INSERT INTO public.ledger_messages VALUES (1, 30, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c9","type":"function"}]}', NULL, 88, 1964, 13, '\xc97bea7875233d32575cc483', '\xebbc4fa43e4fa507b58ecada29b62b4d983b10aff0c57c89c32936077c2756f1', 1796096282094694);
INSERT INTO public.ledger_messages VALUES (1, 31, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c9","content":"21 °C"}', NULL, 58, 2022, 14, '\xbe53ae9bfb3a3ed8ac1c2a86', '\x81e026f7d58afd5824364fdea9a9c08640672385bc9f31d59ff3aeaa9d3f11c3', 1796096282109987);
INSERT INTO public.ledger_messages VALUES (1, 32, 'user', 0, 2, '{"role":"user","content":"Question 10? \ud83d \ud83d\ude42"}', '{"number":10}', 52, 2074, 15, '\xa05cd27d65de564d40e5da61', '\x31b6763ecd00614eb0c18f2fd972c8cedec195106c2c6e41b047cd1922e42e37', 1796096282115470);
INSERT INTO public.ledger_messages VALUES (1, 33, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c10","type":"function"}]}', NULL, 89, 2163, 15, '\xd69f4421af370fbf457977ef', '\x56c52cd26ecf1f7af4bc9f0fb17337deef1b4de9598784beace0faefd7f7e841', 1796096282118179);
INSERT INTO public.ledger_messages VALUES (1, 34, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c10","content":"21 °C"}', NULL, 59, 2222, 16, '\x05d1ee6edca1e31853fe249b', '\x6b7d2499a9b3b7487e68017fb1e124f130cfd2b08dbd286769e7eaf4ff95bde8', 1796096282137522);
INSERT INTO public.ledger_messages VALUES (1, 35, 'user', 0, 2, '{"role":"user","content":"Question 11? \ud83d \ud83d\ude42"}', '{"number":11}', 52, 2274, 17, '\xab46910a566f73aeb2891b1c', '\x3f0d4b5b588d25fb4ff01b3f3137f0716816054b54dfae1ebbb5a18d3898179a', 1796096282153599);
INSERT INTO public.ledger_messages VALUES (1, 36, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c11","type":"function"}]}', NULL, 89, 2363, 17, '\xd0693127b19364971f32a83a', '\xde16f85bf6e8e82e34607db6f6c109bbb6570915ace8842b8bfa2d12b5e75984', 1796096282165588);
INSERT INTO public.ledger_messages VALUES (1, 37, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c11","content":"21 °C"}', NULL, 59, 2422, 18, '\x1f8e49a6e5e3fcb0ca007ac6', '\x30071eb16af25c5abb25d7a34db869a0bd85bf6d132f1566a1d2217b631e319d', 1796096282174028);
INSERT INTO public.ledger_messages VALUES (1, 38, 'user', 0, 1, NULL, NULL, 10031, 12453, 19, '\xff034ec36089b132733bc4c7', '\x2ae0ed70937b90ecb81648bb294995857eff39085f1c45c93b52f4bdc71f7902', 1796096282184272);
INSERT INTO public.ledger_messages VALUES (1, 39, 'user', 0, 1, '{"role":"user","content":"from here"}', NULL, 40, 12493, 24, '\x8d868033b453b148b1b77d9d', '\x6f6c8a041833beb8bc571a8513424cb05cfd021a273dcb854833eb1051aa3b36', 1796096282226559);
INSERT INTO public.ledger_messages VALUES (1, 40, 'user', 0, 1, '{"role":"user","content":"And now?"}', NULL, 39, 12532, 27, '\x93cdf1948f14b4820244b2d6', '\x011d545db7c7149293f17b1e98adb4a61ecbff7c9f3e51a1db3a93914a5be277', 1796096282269388);
INSERT INTO public.ledger_messages VALUES (2, 1, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"0"}]}', NULL, 70, 70, 1, '\xf8b8df005a355f63b1bfdb58', '\x535d00548e736b51f80f91f73488dce34825102bbfe3f9f5aef915a44dbee0a0', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 2, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"1"}]}', NULL, 70, 140, 1, '\x16dde1862cf8bc00a874fccb', '\x73432a63822e5379c211a72646d17935cacf0f5076c854b9c5735b62ba241702', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 3, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"2"}]}', NULL, 70, 210, 1, '\x378dd7885360236939d7bc4c', '\x24b89acc7a030d3e4a23eb31804cd6b25bd629031fe9f69713427096083d90c2', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 4, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"3"}]}', NULL, 70, 280, 1, '\x0aedc9f5e89089de0b74e7f1', '\xfb2b0b18d5b852435b3d2b163c22b630654416873f79dea3b71fefaffaecf4bd', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 5, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"4"}]}', NULL, 70, 350, 1, '\xe064faf95630af5b0508803f', '\xb893aab2768f21f5e0bf58d410e5c17733062266b42ae9bfd3a30631fbfcdb40', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 6, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"5"}]}', NULL, 70, 420, 1, '\xdc810c2565da36e05f34c0c1', '\x36c0f77a1d35c5fe9b5acb93466b347b8c7b9b73668554f6be97fab3d44f568d', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 7, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"6"}]}', NULL, 70, 490, 1, '\xa2efc123a14ea35d72e5f06d', '\x3ac1dafc90211573ba0d243871c68a7907230109f369a3894044c63e8ca257a3', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 8, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"7"}]}', NULL, 70, 560, 1, '\x6dd712b695c849ffc49d7c7f', '\xf7f8ce76ae44887ce960ec1d65508c4ae8d424c682cc76d7350c502b89a6f501', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 9, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"8"}]}', NULL, 70, 630, 1, '\xc290575ae043dc7b9bc44fb7', '\xe4a5d70d539024a20cb1e2ff5254d79470ad3cf6fe882fbb601afa35ccfaa47e', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 10, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"9"}]}', NULL, 70, 700, 1, '\xc763ce8fd022c4cf1f1d85ee', '\xe052dd03499314036c14cd815f7a74692ab032b9b7956351dc4b7c10bc43a3a9', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 11, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"10"}]}', NULL, 71, 771, 1, '\x00e69d6f65d91c2b4951e949', '\xfc664e6f8fc2efe356e2d86c11c546267ddf599fa55c2d3dac34a47d500d2c0a', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 12, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"11"}]}', NULL, 71, 842, 1, '\xa229c030587f0eccfea896d7', '\x5d43ab88838312eb8e86e6ad4206ee7625dabdbffc7a007959ab0a8ad70ec123', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 13, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"12"}]}', NULL, 71, 913, 1, '\x9b73052a7e93881a702b661b', '\x186c73a6d3fa5988db82ae7f3b18373515695577d7f2f337001c76dcf2d7b445', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 14, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"13"}]}', NULL, 71, 984, 1, '\x70c081b851925d65fbe9cdd0', '\x21fb0baf6606a9acd2c24cfd01f9294d4559267be8809ebb0a3de9e7ba622e14', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 15, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"14"}]}', NULL, 71, 1055, 1, '\xb70253a4cb5bc3122a3b9e2b', '\x3068de8d11354fba2333791db1b9c0e373e2f4b8bff635224dedd89226b74065', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 16, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"15"}]}', NULL, 71, 1126, 1, '\xfcdd0319bc5dce7e9557fa43', '\xfc6a505b795df7375da56827d323e11f88815ea44b6281c783daabcbb49a34c9', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 17, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"16"}]}', NULL, 71, 1197, 1, '\xb5375acf35d920c51dc7c51a', '\xdab90b328a433e6b9eef0e470748f8a2bc66ddfdc6dc33dae30cc9611a45d9d8', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 18, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"17"}]}', NULL, 71, 1268, 1, '\xf916327e08a6b7a094511914', '\x741ac56eb1c18a28c91869fa134da01fb6df6e0e3bbf97f124635d0cd1adacc4', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 19, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"18"}]}', NULL, 71, 1339, 1, '\xcb9c141c06c44c019e276797', '\x35af0e6130aa215ef2154f59648e9b6b40956ece2ed9b755f0cf62ad7e683d46', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 20, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"19"}]}', NULL, 71, 1410, 1, '\xffef97fb992a11736865a0a6', '\x7918bc9bec6a02b55357066a0b14e70d8c7205ebae753e3227266922e8d8b307', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 21, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"20"}]}', NULL, 71, 1481, 1, '\xf0f60fbe362661bb3377ea58', '\xaea8f026b8de8404ec19c95a4df52aef866aee424c8bd5bab6ff74c01ccad248', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 22, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"21"}]}', NULL, 71, 1552, 1, '\x133e9c86bbd4040e39cb0bed', '\x2127f4dcdb1e45a0e985bac4e9e781210accccf549697a621c39ccd24abcf5f8', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 23, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"22"}]}', NULL, 71, 1623, 1, '\x90ea1a0d14be17542f561930', '\xec4ed955a1382ab5c53fe83308326e5f0983324d47b922f35891d2d502210c3d', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 24, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"23"}]}', NULL, 71, 1694, 1, '\x2d19d4460841d5d539bebc1e', '\xda0b21c1149288445798433800de851caa2db2454b1d5645095f69eff8c58468', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 25, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"24"}]}', NULL, 71, 1765, 1, '\x75c8c232fc2c94fe9b809f11', '\x2c4adf312d7408f251f3a7f56304d1abd0e788db45b0dcf7dff4074a05ca2ec6', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 26, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"25"}]}', NULL, 71, 1836, 1, '\x7fecb264e81c0d91ae36e8f9', '\xbe6c261538be1c85f7dd677744b9c5e26794bc58c4499aeaa8642408144b1137', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 27, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"26"}]}', NULL, 71, 1907, 1, '\x34d88a9dc7253ceddcac69c6', '\xb923f906cba54881795a23daa42f68254ec79b73037b650b5c369ca0d3a30577', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 28, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"27"}]}', NULL, 71, 1978, 1, '\x0b497d296163500ab4a0e2cc', '\x8f53747422e71214bf86c064270faa988945132d9e01b5cfe83d77d8bfd49fb1', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 29, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"28"}]}', NULL, 71, 2049, 1, '\xd5407d7c89dea571796c3f23', '\xc2f51e2dbaf1e3f344f45539ad46e2aba29e87f360b7c3745c04a891c6acd93c', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 30, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"29"}]}', NULL, 71, 2120, 1, '\x88c1dcf973faf25c0d91b1f5', '\xc2d561e57d88fc3d25ab204ad108f2a24a1747887f60008e116f2c7b7a59987b', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 31, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"30"}]}', NULL, 71, 2191, 1, '\xacd6c8f04fa7938d00ff3246', '\x1c3c8eec4d77ac8143b78b2b81e5e3784e027e758fcde0b2807b78549bf92661', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 32, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"31"}]}', NULL, 71, 2262, 1, '\x76a94102bcbbb718b966b57f', '\xd0aa2c3acd4eed363a0a61f9ae527301097d1cbcd380ed1c3b97ac52e03cb2a7', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 33, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"32"}]}', NULL, 71, 2333, 1, '\xaf92f7597e6dc42ad87a930b', '\xf11dfc0346312ff4bcc2dfccfa660d20679faa9aef721262b81c05ddf89b2526', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 34, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"33"}]}', NULL, 71, 2404, 1, '\x7ff3820202b65c44911c93b4', '\x0ff85df2ef456a71a2ff1805adbe0a3b669be69c06ac214d9aae5935a5d388b2', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 35, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"34"}]}', NULL, 71, 2475, 1, '\x0c010152b9f243e9839102e3', '\x983d4722bf4f4e02d19ed3d6d5872630ca26feb2550e8ef297792eefe805c0a2', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 36, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"35"}]}', NULL, 71, 2546, 1, '\x5930023fc8ef945f06606d90', '\xb0eb176bffe764fe9176e7cb0dd9faa0faface2abf28ce565e611cec4952929c', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 37, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"36"}]}', NULL, 71, 2617, 1, '\xce8824f35421d782a4487704', '\x5c639dc1f547c61c17b23a484424d78b9491ca35a0cf5c5c2944b275964bee33', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 38, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"37"}]}', NULL, 71, 2688, 1, '\x11795192fb680d04e5dfa97f', '\xb91ed1d406cee7351f39810a1ab2b22410fe1ef8f42bf0644ffbe826cb786f78', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 39, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"38"}]}', NULL, 71, 2759, 1, '\x153be6a35d140059973a7387', '\x3a1afd688c47e2e78e68a699c5eb18360b8bb868bd71db03462e6ebb56ba4480', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 40, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"39"}]}', NULL, 71, 2830, 1, '\x73f2bb0d2e53c5372a0dac7b', '\x627664c5783b0c1c2b25893e28648932d03f742e7da3d8d5e17509fb49ee72b6', 1796096282278071);
INSERT INTO public.ledger_messages VALUES (2, 41, 'user', 0, 1, '{"role":"user","content":"after the clear"}', NULL, 46, 2876, 2, '\x969af79c1616d79bfbe3bf6b', '\xc6c7e076ca47adda59e8aeef85e38d816e4c59a2b89f012719478ef3c6c83386', 1796096282305806);
INSERT INTO public.ledger_messages VALUES (2, 42, 'user', 0, 1, '{"role":"user","content":"after the reset"}', NULL, 46, 2922, 4, '\xe47d015e5894ea341dd2f3f2', '\xbe176631c849a670cde7317318d4cf0f387765dc18c50d2d994023fa82ced0a7', 1796096282351396);
INSERT INTO public.ledger_session_details VALUES (1, '"a \"title\"\u0000"', '{"n":1180591620717411303424}');
INSERT INTO public.ledger_sessions VALUES (2, 'Ω', 'second', 'characters', '{}', 42, 2922, '\xbe176631c849a670cde7317318d4cf0f387765dc18c50d2d994023fa82ced0a7', 4, '\xb4020ae13941500b8517bd7e6d0c3e9a878fcc9ef0fbc61c5bfd04af65009d53', 0, 4, 41, 4, 41, NULL, 1, 1, 46, NULL, NULL, 1796096282278071, 1796096282351396, 1796096280000000);
INSERT INTO public.ledger_sessions VALUES (1, '', 'Grüße', 'characters', '{"session.max_length":700}', 40, 12532, '\x011d545db7c7149293f17b1e98adb4a61ecbff7c9f3e51a1db3a93914a5be277', 27, '\xe686ce8049155ef71b8e116daf81fdd51341ba055363cc7c4763a9a5b15b5ae7', 2, 26, 39, 27, 39, 27, 10, 4, 238, NULL, NULL, 1796096280975393, 1796096282269388, 1796096280000000);
INSERT INTO public.ledger_version VALUES ('0001');
INSERT INTO public.ledger_window_entries VALUES (1, 2, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 2, 1, 1, 4, 12, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 3, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 3, 1, 1, 5, 13, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 4, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 4, 1, 1, 7, 15, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 5, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 5, 1, 1, 8, 16, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 6, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 6, 1, 1, 10, 18, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 7, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 7, 1, 1, 11, 19, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 8, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 8, 1, 1, 13, 21, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 9, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 9, 1, 1, 14, 22, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 10, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 10, 1, 1, 16, 24, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 11, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 11, 1, 1, 17, 25, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 12, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 12, 1, 1, 19, 27, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 13, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 13, 1, 1, 20, 28, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 14, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 14, 1, 1, 22, 30, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 15, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 15, 1, 1, 23, 31, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 16, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 16, 1, 1, 25, 33, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 17, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 17, 1, 1, 26, 34, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 18, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 18, 1, 1, 28, 36, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 19, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 19, 1, 1, 29, 37, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 20, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 20, 1, 1, NULL, NULL, 1);
INSERT INTO public.ledger_window_entries VALUES (1, 24, 0, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 24, 0, 1, 39, 39, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 24, 1, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 24, 1, 1, 39, 39, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 25, 0, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 25, 1, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 26, 0, 0, 1, 9, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 26, 1, 0, 1, 9, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 27, 1, 0, NULL, NULL, 2);
INSERT INTO public.ledger_window_entries VALUES (1, 27, 1, 1, 8, 9, NULL);
INSERT INTO public.ledger_window_entries VALUES (2, 3, 0, 0, 1, 41, NULL);
INSERT INTO public.ledger_window_entries VALUES (2, 3, 1, 0, 41, 41, NULL);
INSERT INTO public.ledger_window_revisions VALUES (1, 1, '', NULL, 'created', NULL, NULL, NULL, 1, 0, 1, 0, NULL, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x8d098f710ab0129e8b116644ed4869b19021165a61bf9adf93a753cb15964dc5', 1796096280975393);
INSERT INTO public.ledger_window_revisions VALUES (1, 2, '', 1, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 2, 12, NULL, 12, 782, 0, 12, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 1641, '\x022107d4fb0dc7ff21a757cc43403dd2d83384133f823529d8f1baa2f32dac64', 1796096281925484);
INSERT INTO public.ledger_window_revisions VALUES (1, 3, '', 2, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 3, 13, NULL, 13, 840, 0, 13, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 8200, '\x57ed86c01d9da50e4864ad9361e3eb08b0a418fb38745445117d942617e95134', 1796096281936829);
INSERT INTO public.ledger_window_revisions VALUES (1, 4, '', 3, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 4, 15, NULL, 15, 979, 0, 15, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 1124, '\xd4265d0270eaec5bec725a05894bd97fbd0b23df527a51e0a19df2d5f109a2df', 1796096281965543);
INSERT INTO public.ledger_window_revisions VALUES (1, 5, '', 4, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 5, 16, NULL, 16, 1037, 0, 16, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 1132, '\x20f5c29c17099a877d49b7074c4c3055346d836540ba53422c2acd4a4da4710c', 1796096281972084);
INSERT INTO public.ledger_window_revisions VALUES (1, 6, '', 5, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 6, 18, NULL, 18, 1176, 0, 18, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 3635, '\xf40c407d3cbc21a3f0a0d48c4dc4d269096b76a81839dfb7a86cd310eef5579b', 1796096281991498);
INSERT INTO public.ledger_window_revisions VALUES (1, 7, '', 6, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 7, 19, NULL, 19, 1234, 0, 19, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 878, '\xbff68e6830063a819ea45d0d10ec5741b1dbe02e685f45f6be568130a8bc9d74', 1796096282006374);
INSERT INTO public.ledger_window_revisions VALUES (1, 8, '', 7, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 8, 21, NULL, 21, 1373, 0, 21, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 2074, '\x77db671f7f3007f63d5d26b7262c2d375c4e867fb90139135cfd10a800988eec', 1796096282022817);
INSERT INTO public.ledger_window_revisions VALUES (1, 9, '', 8, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 9, 22, NULL, 22, 1431, 0, 22, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 1634, '\x388df2e5248605aa9254f255e80d1bef9b3f3d396a85a5bb96eb2533fc565545', 1796096282030034);
INSERT INTO public.ledger_window_revisions VALUES (1, 10, '', 9, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 10, 24, NULL, 24, 1570, 0, 24, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 2478, '\xe98e8db3348bdeb49f836512138d436c17ddc8da4f76241a14e2e669d97f6041', 1796096282045897);
INSERT INTO public.ledger_window_revisions VALUES (1, 11, '', 10, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 11, 25, NULL, 25, 1628, 0, 25, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 1894, '\x33af971bf9e89048b5b138d2b755f2c0591e05976ce3de17bc5757494f81904d', 1796096282054100);
INSERT INTO public.ledger_window_revisions VALUES (1, 12, '', 11, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 12, 27, NULL, 27, 1767, 0, 27, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 994, '\x727560db7c28a93b9bd1063f52e47ae472f423594bfa040233cfcb0116f279d9', 1796096282072319);
INSERT INTO public.ledger_window_revisions VALUES (1, 13, '', 12, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 13, 28, NULL, 28, 1825, 0, 28, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 3207, '\x1e3efda65e066693bdab5d6741e39c0bb3a7e98da9b718d8ba7349de727edbcd', 1796096282081974);
INSERT INTO public.ledger_window_revisions VALUES (1, 14, '', 13, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 14, 30, NULL, 30, 1964, 0, 30, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 769, '\x316951e9d856d305522e1198d95b691856aabdc01c6c8f80f6b323762a1cbbd0', 1796096282094694);
INSERT INTO public.ledger_window_revisions VALUES (1, 15, '', 14, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 15, 31, NULL, 31, 2022, 0, 31, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 413, '\x66aeba895383ae63ffcb948fe37119f4c97a265d7540f132f0caecf07f705fac', 1796096282109987);
INSERT INTO public.ledger_window_revisions VALUES (1, 16, '', 15, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 16, 33, NULL, 33, 2163, 0, 33, 10, 645, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 590, '\xb95c3d39c0ea4fd58344e5c88b1b91f8c6a7210ea3818f159d18da0a3d9a568b', 1796096282118179);
INSERT INTO public.ledger_window_revisions VALUES (1, 17, '', 16, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 17, 34, NULL, 34, 2222, 0, 34, 10, 646, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 1565, '\xae0611f20ee40baf00adfc9828d470e17d3e85f17acc2dc899a64eecec55b82d', 1796096282137522);
INSERT INTO public.ledger_window_revisions VALUES (1, 18, '', 17, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 18, 36, NULL, 36, 2363, 0, 36, 10, 648, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 2920, '\x06616f3b2d4b7f7d9109872e2824ce58bf459bf13c8ceffd263077ba01057dec', 1796096282165588);
INSERT INTO public.ledger_window_revisions VALUES (1, 19, '', 18, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 19, 37, NULL, 37, 2422, 0, 37, 10, 649, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 617, '\x21015bf620953f1b0059423db7d5cf270cebd56fbb68cc19e807b4f83894ab9e', 1796096282174028);
INSERT INTO public.ledger_window_revisions VALUES (1, 20, '', 19, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 20, 38, NULL, 38, 12453, 0, 38, 2, 700, 1, 10, 10628, 700, NULL, NULL, NULL, NULL, 2833, '\x26477f09d670c9555f28112f5a2536466ac06b2f069305745dd679314c0b869a', 1796096282184272);
INSERT INTO public.ledger_window_revisions VALUES (1, 21, '', 20, 'memo', NULL, NULL, NULL, 1, 0, 20, 38, 21, 38, 12453, 0, 38, 2, 700, 1, 0, 0, NULL, NULL, 'someone', '"because of \"it\""', NULL, 0, '\x799ec2dbc420aa95057ce842fe4637b2cef7970bfc6840e0fc35b3312a020761', 1796096282201114);
INSERT INTO public.ledger_window_revisions VALUES (1, 22, '', 21, 'rollback', NULL, NULL, 4, 1, 0, 4, 15, NULL, 38, 12453, 0, 38, 33, 12117, 1, 0, 0, 700, NULL, NULL, '"the first question is wanted again"', '{"ticket":7}', 0, '\x743532f4ca843e7c8eee0db1e342cc8a5680d26045477fec2344116e4fdcb0cf', 1796096282209359);
INSERT INTO public.ledger_window_revisions VALUES (1, 23, '', 22, 'rollback', NULL, NULL, 21, 1, 0, 20, 38, 21, 38, 12453, 0, 38, 2, 700, 1, 0, 0, 700, NULL, NULL, NULL, NULL, 0, '\xb17763f9ad43af7cd9ffd64e7b4a93e509a6dbe8317b6468a23c6a463f694545', 1796096282213461);
INSERT INTO public.ledger_window_revisions VALUES (1, 24, '', 23, 'set', NULL, NULL, NULL, 24, 39, 24, 39, 21, 39, 12493, 1, 4, 4, 231, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x18a4075359ed8a6aa149008467268e7c3062b0318c11973f68aab531bec20d51', 1796096282226559);
INSERT INTO public.ledger_window_revisions VALUES (1, 25, '', 24, 'pop', NULL, NULL, NULL, 25, 39, 25, 39, 21, 39, 12493, 0, 3, 3, 191, NULL, 1, 40, NULL, NULL, NULL, NULL, NULL, 0, '\xc699c51fd79c5fc5dfbefc56f34171c593eac9368fef928822f0e6aa437c43e1', 1796096282236547);
INSERT INTO public.ledger_window_revisions VALUES (1, 26, '', 25, 'rewind', NULL, NULL, 1, 26, 39, 26, 39, 21, 39, 12493, 0, 9, 9, 585, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x6a6a944a14c9234bc11dab119119bc72f84ee4d40ed06d29a224ba7fb762552c', 1796096282245278);
INSERT INTO public.ledger_window_revisions VALUES (1, 27, '', 26, 'resize', 'summary', 'manual', NULL, 26, 39, 27, 39, 27, 39, 12493, 0, 9, 3, 199, NULL, 7, 446, 700, NULL, NULL, NULL, NULL, 41, '\xe686ce8049155ef71b8e116daf81fdd51341ba055363cc7c4763a9a5b15b5ae7', 1796096282262692);
INSERT INTO public.ledger_window_revisions VALUES (2, 1, 'Ω', NULL, 'created', NULL, NULL, NULL, 1, 0, 1, 0, NULL, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\xc6a282bc2464fe0675dab59fe39ad18b5b279dd47670d9d04e93e627363c0257', 1796096282278071);
INSERT INTO public.ledger_window_revisions VALUES (2, 2, 'Ω', 1, 'clear', NULL, NULL, NULL, 1, 0, 2, 40, NULL, 40, 2830, 0, 40, 0, 0, NULL, 40, 2830, NULL, NULL, NULL, NULL, NULL, 0, '\x07710ed28132089a95d0e732f7923b61d602d34dd6cbde5a7b1d5c4707371ee8', 1796096282298993);
INSERT INTO public.ledger_window_revisions VALUES (2, 3, 'Ω', 2, 'import', NULL, NULL, NULL, 3, 41, 3, 41, NULL, 41, 2876, 0, 41, 1, 46, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\xafa410e3801cb88a0d021f1335343eb75e83e81635297897626315467f65b0cb', 1796096282325024);
INSERT INTO public.ledger_window_revisions VALUES (2, 4, 'Ω', 3, 'reset', NULL, NULL, NULL, 4, 41, 4, 41, NULL, 41, 2876, 0, 0, 0, 0, NULL, 1, 46, NULL, NULL, NULL, NULL, NULL, 0, '\xb4020ae13941500b8517bd7e6d0c3e9a878fcc9ef0fbc61c5bfd04af65009d53', 1796096282340398);
SELECT pg_catalog.setval('public.ledger_sessions_id_seq', 2, true);
ALTER TABLE ONLY public.ledger_append_keys
    ADD CONSTRAINT ledger_append_keys_pkey PRIMARY KEY (session, append_key);
ALTER TABLE ONLY public.ledger_bodies
    ADD CONSTRAINT ledger_bodies_pkey PRIMARY KEY (session, seq);
ALTER TABLE ONLY public.ledger_deletions
    ADD CONSTRAINT ledger_deletions_pkey PRIMARY KEY (session);
ALTER TABLE ONLY public.ledger_derived_messages
    ADD CONSTRAINT ledger_derived_messages_pkey PRIMARY KEY (session, derived_id);
ALTER TABLE ONLY public.ledger_memos
    ADD CONSTRAINT ledger_memos_pkey PRIMARY KEY (session, revision);
ALTER TABLE ONLY public.ledger_messages
    ADD CONSTRAINT ledger_messages_pkey PRIMARY KEY (session, seq);
ALTER TABLE ONLY public.ledger_session_details
    ADD CONSTRAINT ledger_session_details_pkey PRIMARY KEY (session);
ALTER TABLE ONLY public.ledger_sessions
    ADD CONSTRAINT ledger_sessions_owner_session_id UNIQUE (owner, session_id);
ALTER TABLE ONLY public.ledger_sessions
    ADD CONSTRAINT ledger_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_version
    ADD CONSTRAINT ledger_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.ledger_window_entries
    ADD CONSTRAINT ledger_window_entries_pkey PRIMARY KEY (session, revision, part, "position");
ALTER TABLE ONLY public.ledger_window_revisions
    ADD CONSTRAINT ledger_window_revisions_pkey PRIMARY KEY (session, revision);
CREATE INDEX ledger_sessions_owner_active ON public.ledger_sessions USING btree (owner, active_at, id);
CREATE INDEX ledger_window_revisions_created ON public.ledger_window_revisions USING btree (created_at, session, revision);
CREATE INDEX ledger_window_revisions_head ON public.ledger_window_revisions USING btree (session, head_seq, revision);
CREATE INDEX ledger_window_revisions_owner ON public.ledger_window_revisions USING btree (owner, created_at, session, revision);
CREATE INDEX ledger_window_revisions_strategy ON public.ledger_window_revisions USING btree (strategy, created_at, session, revision);
