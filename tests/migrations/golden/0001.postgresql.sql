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
INSERT INTO public.ledger_derived_messages VALUES (1, 1, 20, 38, 'user', 0, 1, '{"role":"user","content":"g long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long "}', 648, '\x1e57d5bb7b881cefa3e01eef');
INSERT INTO public.ledger_derived_messages VALUES (1, 2, 27, NULL, 'system', 0, 1, '{"role":"system","content":"They talked of the weather."}', 60, '\xc432bfaee27695b52a2f8b10');
INSERT INTO public.ledger_memos VALUES (1, 21, 2, '{"summary":"weather","big":1180591620717411303424,"text":"a\u0000b"}', '\x549ec6c3b3709624f7d28b70', 1796093469609674);
INSERT INTO public.ledger_memos VALUES (1, 27, 1, '{"rounds":3}', '\x5722cd014b3f13e3918c3009', 1796093469723451);
INSERT INTO public.ledger_messages VALUES (1, 1, 'system', 0, 1, '{"role":"system","content":"You answer briefly."}', NULL, 52, 52, 1, '\x8af15783e983a58dd88e195b', '\x2b49a42557b032326ad2627216023bc96b4de0ddba9e5d76585d03fd5393989e', 1796093467419855);
INSERT INTO public.ledger_messages VALUES (1, 2, 'user', 0, 2, '{"role":"user","content":"Question 0? \ud83d \ud83d\ude42"}', '{"number":0}', 51, 103, 1, '\x13edc69a48cddad8179f8dae', '\x446b5a728c71b98a9b7a8472d2e5c5ecd7d61e55b61dd886b3099911156c2cc1', 1796093469183733);
INSERT INTO public.ledger_messages VALUES (1, 3, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function"}]}', NULL, 88, 191, 1, '\x53fbd88df290000cefb31df8', '\x2476709c4460c49decaf456aee727fa82a3064f98fb2299db624bf073464cde5', 1796093469209801);
INSERT INTO public.ledger_messages VALUES (1, 4, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c0","content":"21 °C"}', NULL, 58, 249, 1, '\x3fcc75ce9c29ae592955afbe', '\xfac311a1b967541448754386f1fa18eef678ff481aa08818d8f5962382898b20', 1796093469225736);
INSERT INTO public.ledger_messages VALUES (1, 5, 'user', 0, 2, '{"role":"user","content":"Question 1? \ud83d \ud83d\ude42"}', '{"number":1}', 51, 300, 1, '\x0347e82b726a0b5d0c880638', '\xb2ef48c0790a0b63de1cf10c2440df3fcb9d094348ffe65bb9819bf05cacc153', 1796093469245804);
INSERT INTO public.ledger_messages VALUES (1, 6, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function"}]}', NULL, 88, 388, 1, '\x64c713c15a34a39e2afe182a', '\xff6e993a8701bc67bf7c5a647557dd571443ece12472cb7bea077bbe3d304415', 1796093469249661);
INSERT INTO public.ledger_messages VALUES (1, 7, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c1","content":"21 °C"}', NULL, 58, 446, 1, '\x8063d8ff1fcc3c0ce9235105', '\xbbf486872b46209ea4ad6450b39e76eaf1cbd4048368ad7d9e53f470bd2a8376', 1796093469253642);
INSERT INTO public.ledger_messages VALUES (1, 8, 'user', 0, 2, '{"role":"user","content":"Question 2? \ud83d \ud83d\ude42"}', '{"number":2}', 51, 497, 1, '\x653b8484d0b8bfee4d6d8acc', '\x129680c003d0f9724b2a5c50a88852b276a21ce350ad35fbb8e16bb09881d4f2', 1796093469261719);
INSERT INTO public.ledger_messages VALUES (1, 9, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c2","type":"function"}]}', NULL, 88, 585, 1, '\xe7b0e14a98feb13329db67a2', '\x552797f3d7b6c29d94243f6fff2d190bf1b22e494d57c5868cb411a953075543', 1796093469265749);
INSERT INTO public.ledger_messages VALUES (1, 10, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c2","content":"21 °C"}', NULL, 58, 643, 1, '\xe00a7a5e333d9aa1b10ad08a', '\xa7ae4ffc96e60423d5b4cee472e11c24325ffe292407c69219439590207a0d4f', 1796093469269515);
INSERT INTO public.ledger_messages VALUES (1, 11, 'user', 0, 2, '{"role":"user","content":"Question 3? \ud83d \ud83d\ude42"}', '{"number":3}', 51, 694, 1, '\xde73ad03b7984c8ee848b5d3', '\xf03a08e94265c785c00d44c9a54e1bae336de21d77ef4fd3d0e2c00668f83071', 1796093469281787);
INSERT INTO public.ledger_messages VALUES (1, 12, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c3","type":"function"}]}', NULL, 88, 782, 1, '\x89ad996146c566f63fa0682f', '\x8c9869487a4115341e282dbf1b4103be46deeb322d32aca12b692ce9d3616186', 1796093469286711);
INSERT INTO public.ledger_messages VALUES (1, 13, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c3","content":"21 °C"}', NULL, 58, 840, 2, '\x1ac6bcf6614d174429298f25', '\xc0fd91532ed4d86dadedc7a3411449f091802ad16a4a992b8cd1a80650636576', 1796093469313566);
INSERT INTO public.ledger_messages VALUES (1, 14, 'user', 0, 2, '{"role":"user","content":"Question 4? \ud83d \ud83d\ude42"}', '{"number":4}', 51, 891, 3, '\xdc61be8d9efa507ab368a98e', '\xffae40ee5a01106055952503c0e9def72df1b1339fc9661bbad3569d39b9f9a6', 1796093469328619);
INSERT INTO public.ledger_messages VALUES (1, 15, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c4","type":"function"}]}', NULL, 88, 979, 3, '\xa955199ebad99c6092f3c14e', '\xfaf1e69e95a554778eb4a47b92f0834ccda6d4c17ad04dc221ad607ae26c6e6a', 1796093469337690);
INSERT INTO public.ledger_messages VALUES (1, 16, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c4","content":"21 °C"}', NULL, 58, 1037, 4, '\xb16f501ab580aeef66e3148f', '\xa872ac86636ff981363415749ab45631977af98434c6a8bfa4e7675a98931be1', 1796093469349504);
INSERT INTO public.ledger_messages VALUES (1, 17, 'user', 0, 2, '{"role":"user","content":"Question 5? \ud83d \ud83d\ude42"}', '{"number":5}', 51, 1088, 5, '\x20e0d7662b0f29bda6f4cfb3', '\xa002db23373f6198eff7d3696cb000bb413d78a7c6de4e714fbdab98a6d7e16a', 1796093469354879);
INSERT INTO public.ledger_messages VALUES (1, 18, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c5","type":"function"}]}', NULL, 88, 1176, 5, '\xb6cba74eb0c3568ae7e08c01', '\x2560574dfeb45b4230771c27ca8ca6e0fd835eb764af3e845f98dd7639a328f8', 1796093469358321);
INSERT INTO public.ledger_messages VALUES (1, 19, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c5","content":"21 °C"}', NULL, 58, 1234, 6, '\x959abc695b38d01654fb8004', '\x902965412d20267b9a26818b9b08a9a132b6a32959a8999005192864e14787b6', 1796093469362426);
INSERT INTO public.ledger_messages VALUES (1, 20, 'user', 0, 2, '{"role":"user","content":"Question 6? \ud83d \ud83d\ude42"}', '{"number":6}', 51, 1285, 7, '\x8389021d9d84372c6d85f5dd', '\x016179b7d7f5a969c65dd2a65688c1fedea666225ed8d19991209fcd985a3898', 1796093469372232);
INSERT INTO public.ledger_messages VALUES (1, 21, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c6","type":"function"}]}', NULL, 88, 1373, 7, '\xb625f62bc22f18667e1cded0', '\x99d60f2c630a3609561b95084c92421b232021e9a108b4437a69b471cd3f0d4d', 1796093469378206);
INSERT INTO public.ledger_messages VALUES (1, 22, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c6","content":"21 °C"}', NULL, 58, 1431, 8, '\x7a2dde7d4777942797260181', '\x3255efff1466a6b6ec82f33303c7e595498e811c31918beccb3fb2a8fc6a1104', 1796093469389529);
INSERT INTO public.ledger_messages VALUES (1, 23, 'user', 0, 2, '{"role":"user","content":"Question 7? \ud83d \ud83d\ude42"}', '{"number":7}', 51, 1482, 9, '\xbc557e45932b49efe52a7074', '\x78bba0f9279f63146c82c69adb5344bb051f4bb048a76007ee70424d3652605d', 1796093469397606);
INSERT INTO public.ledger_messages VALUES (1, 24, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c7","type":"function"}]}', NULL, 88, 1570, 9, '\x4c1f442cd888c1378ef1e2dc', '\x8949f6d72be5c744e41d58ccf6e6f04f3ff47db6009071bf4ebed93d674534a1', 1796093469401959);
INSERT INTO public.ledger_messages VALUES (1, 25, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c7","content":"21 °C"}', NULL, 58, 1628, 10, '\x0a6cdebfa6372f62b5df40e1', '\xe0143e90ac4d7794b572336b63bcaa9a7fc1051979e390a40dd4efaa43322865', 1796093469405456);
INSERT INTO public.ledger_messages VALUES (1, 26, 'user', 0, 2, '{"role":"user","content":"Question 8? \ud83d \ud83d\ude42"}', '{"number":8}', 51, 1679, 11, '\xc14498186a5a91e33c2f0cde', '\x2a857efb104220a7ad1b7fd8d096626ee4e1e42346f31466e6ffccefca7d57c3', 1796093469429639);
INSERT INTO public.ledger_messages VALUES (1, 27, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c8","type":"function"}]}', NULL, 88, 1767, 11, '\x04420f8b425a6b382230f137', '\x6df96bfb0e2b1de47fad44256bee9dc74b1b102121e444ff3c6223710a822c94', 1796093469441520);
INSERT INTO public.ledger_messages VALUES (1, 28, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c8","content":"21 °C"}', NULL, 58, 1825, 12, '\x1d548252d38969372c7b37c1', '\xf4d5134e7183c715ef6c13231d910c611aedd42ef0a2f85d892b3936076312f4', 1796093469460812);
INSERT INTO public.ledger_messages VALUES (1, 29, 'user', 0, 2, '{"role":"user","content":"Question 9? \ud83d \ud83d\ude42"}', '{"number":9}', 51, 1876, 13, '\x27e83814f0d2ca2de1ed2d9f', '\x00fb21542867c50d5dbac837e0791d64a7bb5eada3694ff3b517b150d14285fb', 1796093469471477);
INSERT INTO public.ledger_messages VALUES (1, 30, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c9","type":"function"}]}', NULL, 88, 1964, 13, '\x31ae70569067715045864b68', '\x6c09d6b6c55c74c3f7155118c5299abf3760c2d327f5581fd780c9fd1c43cf28', 1796093469478201);
INSERT INTO public.ledger_messages VALUES (1, 31, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c9","content":"21 °C"}', NULL, 58, 2022, 14, '\x4f8ab4bc4e51e171115a07d8', '\xa7fa2323e42e2b940e1448b02f414574406bfb18d13a99e7f2de55512178b526', 1796093469485495);
INSERT INTO public.ledger_messages VALUES (1, 32, 'user', 0, 2, '{"role":"user","content":"Question 10? \ud83d \ud83d\ude42"}', '{"number":10}', 52, 2074, 15, '\xf8ba4eb81ef24f60c79b6c67', '\xc49509c6bb225257cef0cc39b5bc95df63c95377d834b07396e354ca5d5bb021', 1796093469505640);
INSERT INTO public.ledger_messages VALUES (1, 33, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c10","type":"function"}]}', NULL, 89, 2163, 15, '\xfa89a4c6affa50108489666a', '\x22245be80fe6aee636f460512daddffe9949e90ad519f7322cb49ebae8c01acb', 1796093469526012);
INSERT INTO public.ledger_messages VALUES (1, 34, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c10","content":"21 °C"}', NULL, 59, 2222, 16, '\x5536b5ba0adf57fe52b2dde8', '\x57a14ccac420f3cfbfc14f417767af0d15f2993d62d78ddee172cfb55f4a8357', 1796093469529172);
INSERT INTO public.ledger_messages VALUES (1, 35, 'user', 0, 2, '{"role":"user","content":"Question 11? \ud83d \ud83d\ude42"}', '{"number":11}', 52, 2274, 17, '\xa12fbcdfd521b4af9291dda5', '\xe6f82e3f7b0b600e5061979988a6730e181a67f8ba204d1ea216e362a139a1a6', 1796093469549630);
INSERT INTO public.ledger_messages VALUES (1, 36, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c11","type":"function"}]}', NULL, 89, 2363, 17, '\xc373eb98c17e3fc7b0d9e78b', '\xd04e04cb5444c1de0732e866303f7798fc44018ac826a05ffac6377200f168b3', 1796093469554032);
INSERT INTO public.ledger_messages VALUES (1, 37, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c11","content":"21 °C"}', NULL, 59, 2422, 18, '\xc1ced69c4a0af4caa3835c46', '\x3eacbfa32b64a8b77ec0181e780d49be2cb292780b5661b700a28e3d219b8ddb', 1796093469561553);
INSERT INTO public.ledger_messages VALUES (1, 38, 'user', 0, 1, NULL, NULL, 10031, 12453, 19, '\x15ebeb6d20798cbd673bde3e', '\x61a4636c0f3a239bda99147e0f762580a99df023109c6c7c9b52e8e8fa719d10', 1796093469585385);
INSERT INTO public.ledger_messages VALUES (1, 39, 'user', 0, 1, '{"role":"user","content":"from here"}', NULL, 40, 12493, 24, '\x15fa35b405c3349c2f750500', '\x55b33d24e48b1fd8aab649800618374c5371a3b3e7118b8f3b7417ab273ab492', 1796093469646388);
INSERT INTO public.ledger_messages VALUES (1, 40, 'user', 0, 1, '{"role":"user","content":"And now?"}', NULL, 39, 12532, 27, '\x8fee22509d1e2427305caef7', '\xe51259d364d5f65b1d0237727818274ff9f2fe47b851e8768dee4185dcded85f', 1796093469733551);
INSERT INTO public.ledger_messages VALUES (2, 1, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"0"}]}', NULL, 70, 70, 1, '\x59cc90756402b6583a85cefa', '\x8c3c97be1472c7c58e5769399fdc256a821b3abce7fcc81850b3f57f46714ecd', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 2, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"1"}]}', NULL, 70, 140, 1, '\xa33e10b31f32384757aaccd7', '\x5d6eeeb06b77e506803fee654bb7d6af9694e7a2f0b44e8dce4a33b2ba980525', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 3, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"2"}]}', NULL, 70, 210, 1, '\xc20d158a8f13834a6f9fbe43', '\x81260b6ab6d6e88ad4517dcab182107ef8bc65718833c2d7392eaa22987c3504', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 4, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"3"}]}', NULL, 70, 280, 1, '\x1b8eba82897d66145bacfbf0', '\x9728c3921d8d434071d2d1f4db9b2ab5e2d4440a525e78adede35b0ecb79c42a', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 5, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"4"}]}', NULL, 70, 350, 1, '\x4c3e94dccaefba430b9b8a6b', '\x7f06b66dd331d3910cd79215664946307f5208a729367f3a469e084ee8ba903b', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 6, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"5"}]}', NULL, 70, 420, 1, '\x77c5a5541f28fa6a148ca77d', '\x460ec8553e35fe39b0dd91c82602ee55f0b4aab8366858af7f02fb579a2987c7', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 7, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"6"}]}', NULL, 70, 490, 1, '\x8695022802d26e2f4a17c869', '\xc5e873487b8d18421f9140b9a253fac3cc8652fce05bf970bbb1cf3b3778eb5a', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 8, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"7"}]}', NULL, 70, 560, 1, '\xd8c1c08de7999bd0fd1d77da', '\x9cbbf333c35d5fe8e439e538823365d702f9c99563df51c3e993f17ea459b286', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 9, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"8"}]}', NULL, 70, 630, 1, '\x315bc8008bc43db10ad629f0', '\x7fd2945f6a10f00bb87d07885c9c2376df97c262ae1745c8aeb8068b441e8603', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 10, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"9"}]}', NULL, 70, 700, 1, '\x66a69770e22631335116740b', '\x66f1bc399c7fec850ea35336c6dc004ba94575c552522499c75ed05bb8842ffd', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 11, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"10"}]}', NULL, 71, 771, 1, '\x2e2a595ca874edf2b9e661c8', '\x37f483b53fb7b3c96a6e616070feacd0054c9f7e8f3d9cdadd2b65abe6ec3011', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 12, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"11"}]}', NULL, 71, 842, 1, '\x6b780d10a747252209937691', '\x67fa43d71df78e963eea4f64d2941dfd95a88d16c9538e9cc9cba40362e8b2b8', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 13, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"12"}]}', NULL, 71, 913, 1, '\x995978acd35bfa952a96a261', '\x83d64a08f9a8bf6aec92f4f72c8983c29de09cf96ab8d373958e94677930b131', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 14, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"13"}]}', NULL, 71, 984, 1, '\xe4b4534b72a7d428aaed4e43', '\x8347bb430fc3c375381cfd99b7fd39a113222d2a07cb4986c5c8668f6ab56c29', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 15, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"14"}]}', NULL, 71, 1055, 1, '\xd67581cbc902e850015251bb', '\x787087cd97c9c6293b3e48ecbc7ffecc15d8eae0605a2a6cf949023f3e5ebb7b', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 16, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"15"}]}', NULL, 71, 1126, 1, '\x4c857b917cfe93fc5aa9480b', '\xfd4f5aca77d61ee1dacc07432ea3728c3362f5869b7f5307f8ff367b0ea67bc0', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 17, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"16"}]}', NULL, 71, 1197, 1, '\x5461ed4f13a86cc67e45a0f5', '\xe3cd9d50381533b76659bc15cf29128f9787b1e1ba55eda4d604fc3a413424dc', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 18, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"17"}]}', NULL, 71, 1268, 1, '\xfb5f47e0abe5649871471eb4', '\x374261743fc2f007e6f42d6a73fda9c9e1490c326e13d32cf9c04c2061eff58b', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 19, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"18"}]}', NULL, 71, 1339, 1, '\x700d1c378d71217f5ba2427e', '\x4f83d50a252269c1aa107e7758e9802973aa5253518ff2210f161075fc719bad', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 20, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"19"}]}', NULL, 71, 1410, 1, '\x831c8abc79d2f1811b40d06e', '\x8e03afd5f1ab09b1bb6928104aba54799089873684a1bc04dcfd264eca2f13db', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 21, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"20"}]}', NULL, 71, 1481, 1, '\xeb871dcd72a122e9d900f469', '\xa2f56bfe0dd2e3d01e190e3029bc28ca90a53526d63675eb94d6dcdcbfc7b4d0', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 22, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"21"}]}', NULL, 71, 1552, 1, '\x25b5cd6041a67e436ee042e8', '\xa1c878e76e13fcb0e959733886ab0524203670aa46b48e420ec4003d786c52ed', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 23, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"22"}]}', NULL, 71, 1623, 1, '\x42d9f7e7b474b930825fb291', '\x23e8faed040fd08fccd1c1b001d0629c7fa3a48dd4833457632371fb31b5cc05', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 24, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"23"}]}', NULL, 71, 1694, 1, '\x41523d7472970d20b915bc5b', '\xfa6e26400625fb3d87fff4990edc78d28886b1f036fcf85a877cf4f21d3f55f2', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 25, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"24"}]}', NULL, 71, 1765, 1, '\x2ab7627deea8c3d1ecec2e5b', '\x251c13ec84e2ece10c4c921bdd0610462a84b3e52dab8f578d2a09f08848a027', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 26, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"25"}]}', NULL, 71, 1836, 1, '\x8ca21d97cdb2df68792b4f93', '\xba2f6822d2b5fd755930c82f797769f95ca30b0b4e62c4e64da00139355832fb', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 27, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"26"}]}', NULL, 71, 1907, 1, '\x0f4d60e977e305baed7591fa', '\x1e244dff8a5693c696ae4c615f058e9d34a5e0a20bb2bc0cc1d8bcf52f6e5d69', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 28, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"27"}]}', NULL, 71, 1978, 1, '\x2e51a332ce7bc9e24191568a', '\xa0fa95ab58639bda735755080da1a344416e7c9821d1748c04795d38c43766fb', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 29, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"28"}]}', NULL, 71, 2049, 1, '\x06fb01711e7cee3dba129a03', '\xc9606aa79af9767a561b5913f2ab03af098fd625f48578674e32e6c5a393738b', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 30, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"29"}]}', NULL, 71, 2120, 1, '\xad4b406b7c7c74a56b4f73d6', '\xfbbcdcac2e693f5d3ffec8167081dffea8d09927b24abf56236147914d65579e', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 31, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"30"}]}', NULL, 71, 2191, 1, '\x82c44f24303de8181b734326', '\xabd9cd958ca84eea2fa2fe251362785d234ab70ea21b26942f55b5474b1bef4a', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 32, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"31"}]}', NULL, 71, 2262, 1, '\x18e27b9c2e2edfdb39003d72', '\x86d44a453833bd8c893615a26515b7ba3204a432de42754e91890a127c5882ef', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 33, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"32"}]}', NULL, 71, 2333, 1, '\x6541363dd6c72edf8a4e985a', '\xadde3e071d4545db22253c53816cf276b1ea631d080870cfdd19118d30c7f41b', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 34, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"33"}]}', NULL, 71, 2404, 1, '\x9f8a1d103536fe1324b4425d', '\xa28f93f24ae345f213b52eb5173f8e30aaaa4b8ec9d823de3297521480f18956', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 35, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"34"}]}', NULL, 71, 2475, 1, '\xcad5d2d1bba20e6d792a983e', '\x9a7b6ca877c2d7065a966a983ed7a5e56c816702b212bc4c1f2a9f8582ec1878', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 36, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"35"}]}', NULL, 71, 2546, 1, '\x1542a9ddcaae0830ef1ddd24', '\x3d3f3ac16c0d7cefe6bd061e3b3840defa3a9e1a4a4d9adb8132ccf514fd7ec0', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 37, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"36"}]}', NULL, 71, 2617, 1, '\x412fbbfb0643633db2681c31', '\xfef02d9cd7cfc455f42eed063fcd1f8aeea32a2e4e1e09f067d5699360ec84ce', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 38, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"37"}]}', NULL, 71, 2688, 1, '\x77df4584111d599741025fb9', '\x7cc060f7d30f5e447e4410f16e502bdc9f691ebda7333448406c7790b6112d64', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 39, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"38"}]}', NULL, 71, 2759, 1, '\x46dc82b378f7392eb668b3cd', '\xb4ed1bdd350298e8bb1f57a9f9546d4a4353e324000f04867b68e362a85ab951', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 40, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"39"}]}', NULL, 71, 2830, 1, '\xc1f8352cd909cae9569bef92', '\x2aa860673c7ec0367cd6f903b4408fab988b7c4d4cc6e7addf1ec17796efb9e3', 1796093469738031);
INSERT INTO public.ledger_messages VALUES (2, 41, 'user', 0, 1, '{"role":"user","content":"after the clear"}', NULL, 46, 2876, 2, '\xdfa73fb621ee9480cb578041', '\xd787ef48c2a4139cbb7bba2b8b415b5d12bb1fe49425f740280f862aa422762b', 1796093469757463);
INSERT INTO public.ledger_messages VALUES (2, 42, 'user', 0, 1, '{"role":"user","content":"after the reset"}', NULL, 46, 2922, 4, '\x2cf198cb2b30a0c2bf86fd6e', '\x8e2b4cc9820b6736e8d5da5c9a342e816a5b9acc0e45cbbdaa51b02740895583', 1796093469795105);
INSERT INTO public.ledger_session_details VALUES (1, '"a \"title\"\u0000"', '{"n":1180591620717411303424}');
INSERT INTO public.ledger_sessions VALUES (1, '', 'Grüße', 'characters', '{"session.max_length":700}', 40, 12532, '\xe51259d364d5f65b1d0237727818274ff9f2fe47b851e8768dee4185dcded85f', 27, '\xc9c5cd5cc81424af75a2dbcf9c08b0d20a58201f4bed560c4e5d1fad91c80e74', 2, 26, 39, 27, 39, 27, 10, 4, 238, NULL, NULL, 1796093467419855, 1796093469733551, 1796093460000000);
INSERT INTO public.ledger_sessions VALUES (2, 'Ω', 'second', 'characters', '{"session.max_length":null,"session.strategy":"simple_cut","session.pinned_roles":["system","developer"],"session.on_resize_error":"warn","session.auto_resize":true}', 42, 2922, '\x8e2b4cc9820b6736e8d5da5c9a342e816a5b9acc0e45cbbdaa51b02740895583', 4, '\xc683442f8fb13c7b830f635b48773b8b3e36f1501bad8f6d8c60c369e20fb0ae', 0, 4, 41, 4, 41, NULL, 1, 1, 46, NULL, NULL, 1796093469738031, 1796093469795105, 1796093460000000);
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
INSERT INTO public.ledger_window_revisions VALUES (1, 1, '', NULL, 'created', NULL, NULL, NULL, 1, 0, 1, 0, NULL, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\xc103286a883add4dfe57cc2f380e3a90465299884e65506299d4bd2adea45b5f', 1796093467419855);
INSERT INTO public.ledger_window_revisions VALUES (1, 2, '', 1, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 2, 12, NULL, 12, 782, 0, 12, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 9728, '\xb897ab0190a5c606dee681c3fd074dbfbc364a95fc8703c6b24ad84b57eb5fac', 1796093469286711);
INSERT INTO public.ledger_window_revisions VALUES (1, 3, '', 2, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 3, 13, NULL, 13, 840, 0, 13, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 7710, '\xd8341a1af725306652ca64e61ef2c42346733bb109891805bcbea97d1a94ce9f', 1796093469313566);
INSERT INTO public.ledger_window_revisions VALUES (1, 4, '', 3, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 4, 15, NULL, 15, 979, 0, 15, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 919, '\x89fb26faad3d1f4a9816f47552a6737c248e23ddfe4ef25318c2f27800b6e8a6', 1796093469337690);
INSERT INTO public.ledger_window_revisions VALUES (1, 5, '', 4, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 5, 16, NULL, 16, 1037, 0, 16, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 762, '\x567c702cf59299a9e4888da817db61505cb49174585c54fcb3fc591c67b2b2f7', 1796093469349504);
INSERT INTO public.ledger_window_revisions VALUES (1, 6, '', 5, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 6, 18, NULL, 18, 1176, 0, 18, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 1037, '\x9900cd79b04ce8c6b3608f3011db6079df69da4aaf77f6a19f3eab183094b50f', 1796093469358321);
INSERT INTO public.ledger_window_revisions VALUES (1, 7, '', 6, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 7, 19, NULL, 19, 1234, 0, 19, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 793, '\x8dc4c90af6c46cfb646a0d4e88a052aa783c4be979c5fcfca438543c3df2c035', 1796093469362426);
INSERT INTO public.ledger_window_revisions VALUES (1, 8, '', 7, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 8, 21, NULL, 21, 1373, 0, 21, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 1003, '\x3b2c8ed46fcb88e410d3ee5896faf5828cc7275caff24fd7fa527e9b8578d522', 1796093469378206);
INSERT INTO public.ledger_window_revisions VALUES (1, 9, '', 8, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 9, 22, NULL, 22, 1431, 0, 22, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 1703, '\xc13298d479d68235c8de5d7a1187d66d8f090b7e3bfedd0f65991a4847d7c74e', 1796093469389529);
INSERT INTO public.ledger_window_revisions VALUES (1, 10, '', 9, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 10, 24, NULL, 24, 1570, 0, 24, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 659, '\x65c0f00c189ea81d668d50fe131441bd1055aa0109d0948042517a27e52e4ced', 1796093469401959);
INSERT INTO public.ledger_window_revisions VALUES (1, 11, '', 10, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 11, 25, NULL, 25, 1628, 0, 25, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 1908, '\x1d1343f9d67a7ebeb2e4770d8f77810a4fb5c3279b4246d6c7b591aaae3548a3', 1796093469405456);
INSERT INTO public.ledger_window_revisions VALUES (1, 12, '', 11, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 12, 27, NULL, 27, 1767, 0, 27, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 721, '\xfedd99e109d074c9b8f1639fd4e6bae500688f3d6895f2f93bb86b6721b6f82f', 1796093469441520);
INSERT INTO public.ledger_window_revisions VALUES (1, 13, '', 12, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 13, 28, NULL, 28, 1825, 0, 28, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 998, '\xa8896e8b10a55fddc772623d20e79c0782ee60e82c85e26827f32a7d788108d1', 1796093469460812);
INSERT INTO public.ledger_window_revisions VALUES (1, 14, '', 13, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 14, 30, NULL, 30, 1964, 0, 30, 10, 643, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 495, '\xd42285c3b5a395a38a5ca1d5c8aad37c6e6af6608b3c83f834b84220b1d32be5', 1796093469478201);
INSERT INTO public.ledger_window_revisions VALUES (1, 15, '', 14, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 15, 31, NULL, 31, 2022, 0, 31, 10, 643, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 553, '\x1f799fbe43659930cfbd23f661f5f58f53024e6771390283956a789756e422c5', 1796093469485495);
INSERT INTO public.ledger_window_revisions VALUES (1, 16, '', 15, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 16, 33, NULL, 33, 2163, 0, 33, 10, 645, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 419, '\x30ae3b9253e2c04e7dab9153032ca47aaafc29ec88a2104ec4cd163e2ef2515c', 1796093469526012);
INSERT INTO public.ledger_window_revisions VALUES (1, 17, '', 16, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 17, 34, NULL, 34, 2222, 0, 34, 10, 646, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 508, '\x600d583e0c798e4b08805f26b6cb2196a9f3baa28b6afad6dc4c0d62a020baea', 1796093469529172);
INSERT INTO public.ledger_window_revisions VALUES (1, 18, '', 17, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 18, 36, NULL, 36, 2363, 0, 36, 10, 648, 1, 2, 139, 700, NULL, NULL, NULL, NULL, 417, '\x0b767fe9df5d18307e9ebc2bdf2eab89bec307af893e439157139e4780ec270b', 1796093469554032);
INSERT INTO public.ledger_window_revisions VALUES (1, 19, '', 18, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 19, 37, NULL, 37, 2422, 0, 37, 10, 649, 1, 1, 58, 700, NULL, NULL, NULL, NULL, 443, '\xfa196dabe7c29cde3dbbaed58f7891a438adf5746dda33f633f1708bfc057e90', 1796093469561553);
INSERT INTO public.ledger_window_revisions VALUES (1, 20, '', 19, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 20, 38, NULL, 38, 12453, 0, 38, 2, 700, 1, 10, 10628, 700, NULL, NULL, NULL, NULL, 1430, '\x3e08ee5cc71b6ec29aa24957c7b391c4dd1a3f757385fc581038b6016a3da018', 1796093469585385);
INSERT INTO public.ledger_window_revisions VALUES (1, 21, '', 20, 'memo', NULL, NULL, NULL, 1, 0, 20, 38, 21, 38, 12453, 0, 38, 2, 700, 1, 0, 0, NULL, NULL, 'someone', '"because of \"it\""', NULL, 0, '\x4c552e2339dd13bf4d5dc0baf100a01b69893390b6612719161562a2a0cc4e11', 1796093469609674);
INSERT INTO public.ledger_window_revisions VALUES (1, 22, '', 21, 'rollback', NULL, NULL, 4, 1, 0, 4, 15, NULL, 38, 12453, 0, 38, 33, 12117, 1, 0, 0, 700, NULL, NULL, '"the first question is wanted again"', '{"ticket":7}', 0, '\x86d29ceb953fd0a647a51bafff7d02ccb61060ccd430779f5e9d40efd72b9356', 1796093469615087);
INSERT INTO public.ledger_window_revisions VALUES (1, 23, '', 22, 'rollback', NULL, NULL, 21, 1, 0, 20, 38, 21, 38, 12453, 0, 38, 2, 700, 1, 0, 0, 700, NULL, NULL, NULL, NULL, 0, '\x543f3eb164c7f6381fc253c1a9d5aec9b1e5e23d648fa52dc7a2117c8513db83', 1796093469625533);
INSERT INTO public.ledger_window_revisions VALUES (1, 24, '', 23, 'set', NULL, NULL, NULL, 24, 39, 24, 39, 21, 39, 12493, 1, 4, 4, 231, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x25587033ce23ebaa253ce960b42051fc5338e519d98f0fec8ed33696d3310ae9', 1796093469646388);
INSERT INTO public.ledger_window_revisions VALUES (1, 25, '', 24, 'pop', NULL, NULL, NULL, 25, 39, 25, 39, 21, 39, 12493, 0, 3, 3, 191, NULL, 1, 40, NULL, NULL, NULL, NULL, NULL, 0, '\x571c472aab58e30296bf2ea3f3a67cd120fdf2b3c425492390ff81f578976120', 1796093469657411);
INSERT INTO public.ledger_window_revisions VALUES (1, 26, '', 25, 'rewind', NULL, NULL, 1, 26, 39, 26, 39, 21, 39, 12493, 0, 9, 9, 585, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x7abc70410dfbf98e0f6450688d0b1dbd1c6837835028241bba5a2f71c45a5fe7', 1796093469685446);
INSERT INTO public.ledger_window_revisions VALUES (1, 27, '', 26, 'resize', 'summary', 'manual', NULL, 26, 39, 27, 39, 27, 39, 12493, 0, 9, 3, 199, NULL, 7, 446, 700, NULL, NULL, NULL, NULL, 54, '\xc9c5cd5cc81424af75a2dbcf9c08b0d20a58201f4bed560c4e5d1fad91c80e74', 1796093469723451);
INSERT INTO public.ledger_window_revisions VALUES (2, 1, 'Ω', NULL, 'created', NULL, NULL, NULL, 1, 0, 1, 0, NULL, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x50d3a291a94a4d6dd1aa523a56c21fd93faaed32097eec370fd588349ea26334', 1796093469738031);
INSERT INTO public.ledger_window_revisions VALUES (2, 2, 'Ω', 1, 'clear', NULL, NULL, NULL, 1, 0, 2, 40, NULL, 40, 2830, 0, 40, 0, 0, NULL, 40, 2830, NULL, NULL, NULL, NULL, NULL, 0, '\xc0f976cec81e8a8f8d202a4aa7cba5cb0ba51344f05fab1df551e3fd27bcf1fc', 1796093469753530);
INSERT INTO public.ledger_window_revisions VALUES (2, 3, 'Ω', 2, 'import', NULL, NULL, NULL, 3, 41, 3, 41, NULL, 41, 2876, 0, 41, 1, 46, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x01b1696c440b5326e15d8517bb96e8946a44fe8ef869a83c94595026e9efbd62', 1796093469771208);
INSERT INTO public.ledger_window_revisions VALUES (2, 4, 'Ω', 3, 'reset', NULL, NULL, NULL, 4, 41, 4, 41, NULL, 41, 2876, 0, 0, 0, 0, NULL, 1, 46, NULL, NULL, NULL, NULL, NULL, 0, '\xc683442f8fb13c7b830f635b48773b8b3e36f1501bad8f6d8c60c369e20fb0ae', 1796093469789636);
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
