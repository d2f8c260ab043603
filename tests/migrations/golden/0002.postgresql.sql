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
    active_at bigint NOT NULL,
    open_calls text,
    pin_count integer DEFAULT 0 NOT NULL,
    measurement integer DEFAULT 0 NOT NULL,
    measured_upto bigint DEFAULT 0 NOT NULL,
    retry_length bigint,
    retry_count bigint,
    retry_rules bytea,
    lease_holder bytea,
    lease_until bigint
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
CREATE TABLE public.ledger_lengths (
    session bigint NOT NULL,
    measurement integer NOT NULL,
    derived smallint NOT NULL,
    number bigint NOT NULL,
    length bigint NOT NULL,
    running_length bigint NOT NULL
);
CREATE TABLE public.ledger_measurements (
    session bigint NOT NULL,
    measurement integer NOT NULL,
    measure character varying(255) NOT NULL,
    revision bigint,
    messages_upto bigint NOT NULL,
    derived_upto bigint NOT NULL,
    running_length bigint NOT NULL,
    created_at bigint NOT NULL
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
CREATE TABLE public.ledger_pins (
    session bigint NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE public.ledger_resize_attempts (
    session bigint NOT NULL,
    attempt bigint NOT NULL,
    revision bigint NOT NULL,
    head_seq bigint NOT NULL,
    cause character varying(255) NOT NULL,
    strategy character varying(255),
    outcome character varying(255) NOT NULL,
    window_count bigint NOT NULL,
    window_length bigint NOT NULL,
    max_length bigint,
    max_messages bigint,
    reason text,
    duration_us bigint NOT NULL,
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
CREATE TABLE public.ledger_summaries (
    session bigint NOT NULL,
    revision bigint NOT NULL,
    call_number integer NOT NULL,
    given text NOT NULL,
    returned text NOT NULL,
    derived_id bigint,
    model text,
    cost text,
    duration_us bigint NOT NULL,
    nonce bytea NOT NULL
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
INSERT INTO public.ledger_derived_messages VALUES (1, 1, 11, 38, 'user', 0, 1, '{"role":"user","content":"g long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long "}', 648, '\xa3bf020a1cc207f7627d9e77');
INSERT INTO public.ledger_derived_messages VALUES (1, 2, 18, NULL, 'system', 0, 1, '{"role":"system","content":"They talked of the weather."}', 60, '\x21fdfa0940c2b98fb1c49f95');
INSERT INTO public.ledger_derived_messages VALUES (3, 1, 6, NULL, 'user', 0, 1, '{"role":"user","content":"Summary of the conversation so far:\n4 messages"}', 78, '\x0c44c037bc862f420846efba');
INSERT INTO public.ledger_derived_messages VALUES (3, 2, 8, 24, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c5","content":"[cleared: 153 characters; the original is message 24 of the log]"}', 21, '\xa4e1a50414779f0ad09e5be7');
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 1, 10, 10);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 2, 7, 17);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 3, 25, 42);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 4, 44, 86);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 5, 11, 97);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 6, 7, 104);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 7, 25, 129);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 8, 44, 173);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 9, 11, 184);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 10, 7, 191);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 11, 25, 216);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 12, 44, 260);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 13, 11, 271);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 14, 7, 278);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 15, 25, 303);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 16, 44, 347);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 17, 11, 358);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 18, 7, 365);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 19, 25, 390);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 20, 44, 434);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 21, 11, 445);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 22, 7, 452);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 23, 25, 477);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 24, 44, 521);
INSERT INTO public.ledger_lengths VALUES (3, 1, 0, 25, 11, 532);
INSERT INTO public.ledger_lengths VALUES (3, 1, 1, 1, 16, 16);
INSERT INTO public.ledger_measurements VALUES (3, 0, 'characters', 1, 0, 0, 0, 1796123608339037);
INSERT INTO public.ledger_measurements VALUES (3, 1, 'approximate', 7, 25, 1, 532, 1796123608402602);
INSERT INTO public.ledger_memos VALUES (1, 12, 2, '{"summary":"weather","big":1180591620717411303424,"text":"a\u0000b"}', '\xdee55216922c3562d2f442c5', 1796123608274640);
INSERT INTO public.ledger_memos VALUES (1, 18, 1, '{"rounds":3}', '\xdb785098392be54a005d6a80', 1796123608311336);
INSERT INTO public.ledger_messages VALUES (1, 1, 'system', 0, 1, '{"role":"system","content":"You answer briefly."}', NULL, 52, 52, 1, '\x847eeb61facdceccad455113', '\x5b419fc420ea77d5eb40fcdc1f499e4226a159cc18f309ff40f48ae02d6540da', 1796123607696819);
INSERT INTO public.ledger_messages VALUES (1, 2, 'user', 0, 2, '{"role":"user","content":"Question 0? \ud83d \ud83d\ude42"}', '{"number":0}', 51, 103, 1, '\x0ff30f6eb2c41cc70c9e035e', '\x6f4685c8f338b9cfbc53fed2c511379da21dee628701363318cb81504ff63bc0', 1796123608178521);
INSERT INTO public.ledger_messages VALUES (1, 3, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function"}]}', NULL, 88, 191, 1, '\xd201a825eabf2b8134b93651', '\x1048d84412655aee0b0561f65e89a5c78dfebf72030246346e312af12d980357', 1796123608186544);
INSERT INTO public.ledger_messages VALUES (1, 4, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c0","content":"21 °C"}', NULL, 58, 249, 1, '\x0abda54e45edece2105e9de8', '\xad729fddd423c0f58b8887f22642c631523912f2d68305c9db6fb0515facc104', 1796123608187852);
INSERT INTO public.ledger_messages VALUES (1, 5, 'user', 0, 2, '{"role":"user","content":"Question 1? \ud83d \ud83d\ude42"}', '{"number":1}', 51, 300, 1, '\x21fcedcd78cbc19eeef95d86', '\x5dcf1936bab4ae7a9ba1f1b1b62fa965e15a2c4b8a8e069dbd89d597939ea935', 1796123608193679);
INSERT INTO public.ledger_messages VALUES (1, 6, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function"}]}', NULL, 88, 388, 1, '\x02a2d333eb3c0c3b4ad41536', '\xd514121aeae96dc78828e6bc48478c89446073dba37a38ab5ba92747c3082a51', 1796123608195298);
INSERT INTO public.ledger_messages VALUES (1, 7, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c1","content":"21 °C"}', NULL, 58, 446, 1, '\x54e70e4245a78a20601d1260', '\xa7ec60733d3780c282bb42d353c7f4ddfbae562906dedb0251fe4eca49332430', 1796123608196791);
INSERT INTO public.ledger_messages VALUES (1, 8, 'user', 0, 2, '{"role":"user","content":"Question 2? \ud83d \ud83d\ude42"}', '{"number":2}', 51, 497, 1, '\x6d7fb37d24837b54f28e0a3f', '\x93dc4d97897e65766024e432e8650312ff87787a185de6d48b4968838df8a36c', 1796123608199043);
INSERT INTO public.ledger_messages VALUES (1, 9, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c2","type":"function"}]}', NULL, 88, 585, 1, '\xb0b9c05e8ed13fdcd2c7c96b', '\xd892668b5d6dc6293bcab11ecda612372782f423f2572ab2874a9c13c933cfbd', 1796123608200577);
INSERT INTO public.ledger_messages VALUES (1, 10, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c2","content":"21 °C"}', NULL, 58, 643, 1, '\x21625859f8171ec14b250e13', '\xeb6ba226726b1e0daff1952011bc204196885a2dace06bd195ee7ca8cd9508c0', 1796123608202140);
INSERT INTO public.ledger_messages VALUES (1, 11, 'user', 0, 2, '{"role":"user","content":"Question 3? \ud83d \ud83d\ude42"}', '{"number":3}', 51, 694, 1, '\x17be9f7ebc72f313b70ee200', '\x230c3c8a6f9596697921bd3750264ac94519595a9511191c473c3e6cef11996e', 1796123608204304);
INSERT INTO public.ledger_messages VALUES (1, 12, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c3","type":"function"}]}', NULL, 88, 782, 1, '\x62ab59e2038f3bce599cbc9c', '\x5a81b7c534733a75fc10a8a3a2547b1f92a65014eed844efb79f41e9f26c94fa', 1796123608205389);
INSERT INTO public.ledger_messages VALUES (1, 13, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c3","content":"21 °C"}', NULL, 58, 840, 2, '\xb68086b98d83d7c47fe0b4b0', '\x4d424a7bc87e98b1b638dc98e265be50eba451682e1668a9586cef678941d845', 1796123608213449);
INSERT INTO public.ledger_messages VALUES (1, 14, 'user', 0, 2, '{"role":"user","content":"Question 4? \ud83d \ud83d\ude42"}', '{"number":4}', 51, 891, 2, '\xe2b7eaeae33bc500a1c05d59', '\xb80bc798ef82d0fb9a1116a7692c0419b82d12420d9049068ba31b0a781f0621', 1796123608215564);
INSERT INTO public.ledger_messages VALUES (1, 15, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c4","type":"function"}]}', NULL, 88, 979, 2, '\xef34a3ce9e96e42685e32717', '\x637a4bc3dad49ccdec3986cb00ecfad8c0676dd9c76ea4347f7e65b4f9c44ad9', 1796123608216505);
INSERT INTO public.ledger_messages VALUES (1, 16, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c4","content":"21 °C"}', NULL, 58, 1037, 3, '\xdedfdf343b3e1ac41826b29b', '\x139550d1f406a7f50672afc83a0d92e915403c4c57930488f1c1bc0f757a5bbc', 1796123608221846);
INSERT INTO public.ledger_messages VALUES (1, 17, 'user', 0, 2, '{"role":"user","content":"Question 5? \ud83d \ud83d\ude42"}', '{"number":5}', 51, 1088, 3, '\x2e47d0bcd81fc4404de7fe7d', '\x8dc04c761aed04b6fd88e0769b0b01e3d8c84e37bd72827bcab61cc9dd8a7950', 1796123608223763);
INSERT INTO public.ledger_messages VALUES (1, 18, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c5","type":"function"}]}', NULL, 88, 1176, 3, '\xb62e5192c8d91b2a8863c01f', '\xf9e99a6ab86a1384d5f477b1a0e742737debdadb5baf5fca0f5a6f80cd10261e', 1796123608224678);
INSERT INTO public.ledger_messages VALUES (1, 19, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c5","content":"21 °C"}', NULL, 58, 1234, 4, '\x14cd58e4e593012c26a817cb', '\xe4962a28bd03fe4c71912c609906045a8314b6b71f2bdbbbb0e2ec4aac07c5f2', 1796123608228266);
INSERT INTO public.ledger_messages VALUES (1, 20, 'user', 0, 2, '{"role":"user","content":"Question 6? \ud83d \ud83d\ude42"}', '{"number":6}', 51, 1285, 4, '\x0208f6596e05c2f42e8d4e00', '\xc16b72df7de32ac8eddf128ef7dbb37c63b99ffe1b6d414a2b483d167b87844b', 1796123608230327);
INSERT INTO public.ledger_messages VALUES (1, 21, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c6","type":"function"}]}', NULL, 88, 1373, 4, '\x482e1ae92dea66799fab9450', '\x8f29b0459f86bc9367a81b32fcd3ad2efc32d4f132aaaeebc9aad34dffdf6a01', 1796123608231308);
INSERT INTO public.ledger_messages VALUES (1, 22, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c6","content":"21 °C"}', NULL, 58, 1431, 5, '\xbcca7fea71e92ff64fad4a19', '\x910eb5602f6efe07266518abbad3c519e3de9c82447266a4ffa3cc883a2ce9b2', 1796123608235100);
INSERT INTO public.ledger_messages VALUES (1, 23, 'user', 0, 2, '{"role":"user","content":"Question 7? \ud83d \ud83d\ude42"}', '{"number":7}', 51, 1482, 5, '\xbc615cffcbd43776de11eaf3', '\xc9d2fb26335cf6cf6210c768ffd9343a59b7a12b6f7ef2608f35e54c964e7ad4', 1796123608236811);
INSERT INTO public.ledger_messages VALUES (1, 24, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c7","type":"function"}]}', NULL, 88, 1570, 5, '\x066dfb26dfef0b187486fad2', '\xec902613e3e8d2b34c5708cb52d0a78bbb9bafe7b8b99ea48d53fb4974d7650b', 1796123608237776);
INSERT INTO public.ledger_messages VALUES (1, 25, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c7","content":"21 °C"}', NULL, 58, 1628, 6, '\x016aa636a7f0898f6803b7f1', '\xfa698670fb83bfa42b31f6f32c48c1f88e947328d503c5485344b37e07c02cbf', 1796123608241255);
INSERT INTO public.ledger_messages VALUES (1, 26, 'user', 0, 2, '{"role":"user","content":"Question 8? \ud83d \ud83d\ude42"}', '{"number":8}', 51, 1679, 6, '\x8e6050ac8c30ac46d9338d81', '\x372c3fedb44d0ddc498ecd09ecfe6537f4a9fca69fa18c76db351384a707a601', 1796123608242660);
INSERT INTO public.ledger_messages VALUES (1, 27, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c8","type":"function"}]}', NULL, 88, 1767, 6, '\xa312d7f975482aca6fa85552', '\xfc8b6cbe7063792128b093dcf32f54799ca8953c7f06944720dc8fd8a43083d9', 1796123608243187);
INSERT INTO public.ledger_messages VALUES (1, 28, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c8","content":"21 °C"}', NULL, 58, 1825, 7, '\xfe6400caddefc365b2df80b8', '\x37882bdc633454d49509b26fc1ed6b48798f25b5249845a4369e811632936bb2', 1796123608246223);
INSERT INTO public.ledger_messages VALUES (1, 29, 'user', 0, 2, '{"role":"user","content":"Question 9? \ud83d \ud83d\ude42"}', '{"number":9}', 51, 1876, 7, '\x30bd7e24ef6525fad3897256', '\x52fabf694f76b88a1ed285bd51175249b8450d3f70237f1de89fedcea12fa1a7', 1796123608247563);
INSERT INTO public.ledger_messages VALUES (1, 30, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c9","type":"function"}]}', NULL, 88, 1964, 7, '\x726ee8b1032f9fa49c10c226', '\x6c1493147ccce08f8bb8966cddb87535165d6dc5ab8dd7aa01bc1972179cc168', 1796123608248170);
INSERT INTO public.ledger_messages VALUES (1, 31, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c9","content":"21 °C"}', NULL, 58, 2022, 8, '\x8c6625cccefd60ef88fde56c', '\xb10cadb48ef2a041184099d87fc7066c131eafa64678f874d40f4b59e058c476', 1796123608251182);
INSERT INTO public.ledger_messages VALUES (1, 32, 'user', 0, 2, '{"role":"user","content":"Question 10? \ud83d \ud83d\ude42"}', '{"number":10}', 52, 2074, 8, '\x5f4d0af85fbd2c03db6ec91b', '\x32be664999908484c019ac9c57965c0ec320741d788ae1abf08043651be8e54f', 1796123608252504);
INSERT INTO public.ledger_messages VALUES (1, 33, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c10","type":"function"}]}', NULL, 89, 2163, 8, '\xe67804e621ad8c8b53c23914', '\x138d80d60b71c734c73e1c1b00e911d8ba327467aff3784f9377ce79bec9c0a3', 1796123608253107);
INSERT INTO public.ledger_messages VALUES (1, 34, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c10","content":"21 °C"}', NULL, 59, 2222, 9, '\xf79f194d4139593c1c81037f', '\xdebdfdef5b2309e3f8affd3287091897d23929de4a8a960a26e62e1e7fb9d582', 1796123608255685);
INSERT INTO public.ledger_messages VALUES (1, 35, 'user', 0, 2, '{"role":"user","content":"Question 11? \ud83d \ud83d\ude42"}', '{"number":11}', 52, 2274, 9, '\x19cc1da838cbc9764a002446', '\xd1d21715e4def805dbf24da939885bdd03160a68ec95c9d90be8eabe8d5baf7f', 1796123608257284);
INSERT INTO public.ledger_messages VALUES (1, 36, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c11","type":"function"}]}', NULL, 89, 2363, 9, '\xfdf31f1f2174d63b262bdf4f', '\xb6dd089ba4bf7a479fb739685ec395701bbc8d3401f7b503e9647f8dabbf7127', 1796123608257936);
INSERT INTO public.ledger_messages VALUES (1, 37, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c11","content":"21 °C"}', NULL, 59, 2422, 10, '\xc9c2c4cf5cb9b3ad9f7778c2', '\x102fd52af9e8b260db9bcbe8e45aa8712549093b0d0c464a1d1110c6cb9b37b1', 1796123608260596);
INSERT INTO public.ledger_messages VALUES (1, 38, 'user', 0, 1, NULL, NULL, 10031, 12453, 10, '\x8f0d9ebed6fdace39699b8ef', '\xdd73dfef705d8e331c10a30251ac96872497258275a54ae02c2ceec8d64f9484', 1796123608261853);
INSERT INTO public.ledger_messages VALUES (1, 39, 'user', 0, 1, '{"role":"user","content":"from here"}', NULL, 40, 12493, 15, '\xa80dd7b8da785798fa0aa6c3', '\xaf9d0569588f938809ee669ceef815f3f411c19875858a129c94408b4a6c156a', 1796123608290418);
INSERT INTO public.ledger_messages VALUES (1, 40, 'user', 0, 1, '{"role":"user","content":"And now?"}', NULL, 39, 12532, 18, '\x450113dd7a21ae3a92a44b60', '\xab367ff6b2941cbf99cc3e5baadf60ee300865ff77d9631bb677c436f8ec8492', 1796123608314190);
INSERT INTO public.ledger_messages VALUES (2, 1, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"0"}]}', NULL, 70, 70, 1, '\x1067ce25ec287ade99a09804', '\xe92517607fa8cb116177c946e248837f46fd92f3d19dfc7a2e4732526ece04a1', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 2, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"1"}]}', NULL, 70, 140, 1, '\x6acb9b655eb02e210dc0070a', '\xdd95e0280ac85014ee0d7227194668b85dd5344e57db1fe5ef6a861ad60ffab8', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 3, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"2"}]}', NULL, 70, 210, 1, '\x888c32c8e38637f293d3bc7e', '\x777be5b7453960b33a86e27d9614be7d3601a8f70aa0a5ee9b950955303e9530', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 4, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"3"}]}', NULL, 70, 280, 1, '\x0f46bb094dff17ad07deab8b', '\x3100f7dd389f2c10d51706847ef7ca10780d5493ad15763b6308b07d85d4b506', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 5, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"4"}]}', NULL, 70, 350, 1, '\x9218730553e0b1b48ba1de10', '\xaf2e6b281e69cb2871ff9212487c0985012cbcc16b2de501536fe54b20df0318', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 6, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"5"}]}', NULL, 70, 420, 1, '\x6f46d6fe4795be206f549eb8', '\x0155a5f45c2cc1bcb652cfcdc8f4f9bdb5894ec2cd42a0a5e89623b41691be01', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 7, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"6"}]}', NULL, 70, 490, 1, '\xef35da9098a8fb5fde835e05', '\x2dd7e9f51223d4e059d3ce506ff545dbe65d814ae7cfecb14a980eef3a56c179', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 8, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"7"}]}', NULL, 70, 560, 1, '\x66be6b381715fa9b807e9f64', '\x0e97d59efd02f7e6ddc0e60b47e387c52b1b4bcfee99aa26377a27c64aeb5458', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 9, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"8"}]}', NULL, 70, 630, 1, '\xe2f473d235abbf09601a2267', '\x070f9eb6993a7db3c13eaa8c39a0659c8c4dfdedfe3b7f6bda02bd1358cd0dae', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 10, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"9"}]}', NULL, 70, 700, 1, '\x4319b3acf2a8fb0e641a91d8', '\x065f12ae699727ec13c25f497d41eb5b06f012b4e17229e10c6ddde46224a39d', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 11, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"10"}]}', NULL, 71, 771, 1, '\x8c3ce08fe3b44d40f88d2ed0', '\x8a11cbe9c54dfe56c815064c2ff256c4f36e244700265a74f58c25e75d2872bb', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 12, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"11"}]}', NULL, 71, 842, 1, '\xcbe2a1e16a915bc766411b75', '\x630d6ee4a0b7e0530a0d370d66e75ccd2b52f323a99bdc8c642d3e8e3633c7ec', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 13, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"12"}]}', NULL, 71, 913, 1, '\x3976660da01964e21fe2904d', '\x75117ab4434f60b5a0f4eb6ce298893b0bcbd909d2f97e7f7be775ec620f0d4a', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 14, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"13"}]}', NULL, 71, 984, 1, '\xe6424b91cc1f655c5139c332', '\x2f52914c06f73b0b32bf0bd0bcb5f99a6915bb9e7bc3040f318dcdba0091b805', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 15, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"14"}]}', NULL, 71, 1055, 1, '\x5fcc32abf461c377865e57a2', '\xb7781d32595efe2e9e3d3209ade2f369b3b3762f902fbeccf877be8b1fa31090', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 16, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"15"}]}', NULL, 71, 1126, 1, '\x3bcb669b177b552c6523243d', '\x5eb951b3f2d124c15973d16022307d75364ec43520a55fbb54e0ae6c55eea70a', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 17, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"16"}]}', NULL, 71, 1197, 1, '\x737113219291d8a19a526c6a', '\xea4a683bf95ad2c40c6794ac7f6ed68d188c2b8dfdcda8ea4f844a5de44a4171', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 18, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"17"}]}', NULL, 71, 1268, 1, '\xdcd735b751395c16d5b30399', '\x554273f802ee4cb06402dfa6002f261ad55d57293d51810b0696f85215bd0c9e', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 19, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"18"}]}', NULL, 71, 1339, 1, '\x40c66d772c876287ae8ca353', '\xe0772f8e454b4e44ce2a77dd13d855bdf7e7fa3e660882e0c7f62147823b82ac', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 20, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"19"}]}', NULL, 71, 1410, 1, '\x7c4741cb5b23c9b03917b3ea', '\x6989eac3bfe78413f9a0f727532d36dbe6e4b55a3e7c2fbe56b8ac37758ca1d6', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 21, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"20"}]}', NULL, 71, 1481, 1, '\x4e769415228ce91275dc8d06', '\x3daad6fb387fe4741b778edead5d316b92051a18a6aad36ee060216b4123da59', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 22, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"21"}]}', NULL, 71, 1552, 1, '\xd44b112603fb168e14ecd61a', '\xeac1da6c8d0ce8a747592085a048cb51b87f27b21f5f83e6a1eb9465bf4a3233', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 23, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"22"}]}', NULL, 71, 1623, 1, '\xb3c9ddf40bb0e7a0e9d0e385', '\x0d82e76f34d9963bd759441b1dc9b1937afbdcce486c920daccaf993a87c1765', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 24, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"23"}]}', NULL, 71, 1694, 1, '\xa1e1d807d81c90a670939a76', '\x26c4a06dfa7afc76497a6f695d8017d0c9816218cb120bdcb8d72808d635a9a4', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 25, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"24"}]}', NULL, 71, 1765, 1, '\x4f673a9af3da147ab4bc2ae2', '\x981fdbf38d715d2efd231b9d7cf0ee233e95dd4256dd83127ba602623f7a3982', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 26, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"25"}]}', NULL, 71, 1836, 1, '\x404b12bef91ddb2e41f2b6ff', '\x85ffe8ec62d7039c379ea1f088d0ee85c6347695eeefed5bb77d0eb8d8c3bca9', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 27, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"26"}]}', NULL, 71, 1907, 1, '\xcbda19c7adb71decc2907da3', '\x8fd7e495ea34aa08e08d6f370c2b50b816ec14ac6449a8434385694581fe0423', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 28, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"27"}]}', NULL, 71, 1978, 1, '\xd67ae9e66d254f6ede997add', '\xefc1904cf44a2ff5a75c9f889c762435eb632c9f03fa1a6710f68b6205148730', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 29, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"28"}]}', NULL, 71, 2049, 1, '\x000dcdafe8605b06bb79cfc9', '\xe56e27e29d310bfd24bbc305ec346c28e0b5ea63582705a3b0f3ec4f1d639dfb', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 30, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"29"}]}', NULL, 71, 2120, 1, '\x89c2236804af038ec49061f6', '\x7ee72d5bfd9f33862b8c2a5fc30bfa93315503a5481068052c6af275d9589a6a', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 31, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"30"}]}', NULL, 71, 2191, 1, '\x81904e6bf15ceb25bcfffc67', '\x279df4d4d8feacee894acdcec3efea02e8f179528032407624a68126c69e8660', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 32, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"31"}]}', NULL, 71, 2262, 1, '\x7a415c750e1ab149c8a01fa4', '\xecc7f8d8f6beef62a8f8d6964e9bcc74bb8c89a311e5a97032c2090fe3dbd8a5', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 33, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"32"}]}', NULL, 71, 2333, 1, '\xc111b18ba3c2e9118a1a6312', '\x5ecfd46634e8bb57b329558558de0669c2817a4e6bd51d86616d3c856b6784b5', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 34, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"33"}]}', NULL, 71, 2404, 1, '\xd1c3461b8cbb89a623b0f33a', '\x7644875acff94977323ec64f9055e9cbe233e1d3d8c1f2ee11781ded1595ca47', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 35, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"34"}]}', NULL, 71, 2475, 1, '\x1b127b62434be40662b7ecb3', '\x69e9f3e82603042afd18d7288c055f96055c749057929c4a545094007b24bfc5', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 36, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"35"}]}', NULL, 71, 2546, 1, '\xd5035b6487a9e3f83fbd3fa4', '\x3c3cac55e0f597ae0e57c7863d7c4bbf8ce9b6826ac9272c406d728e177c8163', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 37, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"36"}]}', NULL, 71, 2617, 1, '\x8e1942dfc2146e1746e5b9d5', '\x941c669377eda3741e3604d82e57302bede3f3c1e7f705f2070e7d4dc0b05b28', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 38, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"37"}]}', NULL, 71, 2688, 1, '\xd76ff3a241991c2def8535b4', '\x343014161421062019a1f8b90b885346fbe5a7b338b6ce884cfbc1b97fe4dcc0', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 39, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"38"}]}', NULL, 71, 2759, 1, '\xd5216a2719955ed20b817bd1', '\xda15aead63567be3ecc8ddb9a1b75075401b91ea3236311bef2393ede73d6759', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 40, NULL, 0, 1, '{"type":"message","content":[{"type":"output_text","text":"39"}]}', NULL, 71, 2830, 1, '\xb73c8ff5c9b7c3d317d01f4e', '\x4efaaba3f5f4826ff384b61ac8e04d9088736bd4b9db6080f95ea7f8d5ae7634', 1796123608320974);
INSERT INTO public.ledger_messages VALUES (2, 41, 'user', 0, 1, '{"role":"user","content":"after the clear"}', NULL, 46, 2876, 2, '\xe544edbd5505fd1fb443f19d', '\xb3bcca47c3df755033592823a69cfd5c1c080b13b73ad7481195b8bb86c6cd68', 1796123608327376);
INSERT INTO public.ledger_messages VALUES (2, 42, 'user', 0, 1, '{"role":"user","content":"after the reset"}', NULL, 46, 2922, 4, '\xfc834128e57ad4dcf4623e7e', '\x777c5be1164cc74296e82942cb6555860b3aa80a0da4ac8f44f861aed59c5892', 1796123608337635);
INSERT INTO public.ledger_messages VALUES (3, 1, 'system', 0, 1, '{"role":"system","content":"You book flights."}', NULL, 50, 50, 1, '\x9af1c47ca128f72877a9b515', '\x91ebc36d695864848aef229a478374073a1973b011e1b35abe5a947780b05622', 1796123608339037);
INSERT INTO public.ledger_messages VALUES (3, 2, 'user', 0, 1, '{"role":"user","content":"Flight 0?"}', NULL, 40, 90, 1, '\xe314e5d5be3f6119898a1441', '\x997d4bd8358e763ebb5fd68aa2e9475f5adb891f978607e6ba8423a114da2617', 1796123608341429);
INSERT INTO public.ledger_messages VALUES (3, 3, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"find","arguments":"{}"}}]}', NULL, 137, 227, 1, '\x1e30edb00858655e9ac905e3', '\x30eb8b7de9e6fa6d18116877f9b2978f26b2f9e50ba0aea9daee88f12173b3a0', 1796123608342535);
INSERT INTO public.ledger_messages VALUES (3, 4, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c0","content":"0: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat "}', NULL, 206, 433, 1, '\x8108d9a6b621384d77a6fc76', '\x34cd236c6e6afa4703c301d17eecb952af06206cbbb438f1c60de1fca6a72be1', 1796123608343550);
INSERT INTO public.ledger_messages VALUES (3, 5, 'assistant', 0, 1, '{"role":"assistant","content":"Flight 0 has seats."}', NULL, 55, 488, 1, '\x599b9bbed19540c6893babb9', '\xa5da542ec473245839f16b0c687e491adb8fe5a9678f52ece851df4d70b28ef2', 1796123608344547);
INSERT INTO public.ledger_messages VALUES (3, 6, 'user', 0, 1, '{"role":"user","content":"Flight 1?"}', NULL, 40, 528, 1, '\x30aee69c78aad21b97e59b80', '\x7c70c5010eebeb57690d078c5582d1e306d94f2cc23412500f477878b6b38203', 1796123608345807);
INSERT INTO public.ledger_messages VALUES (3, 7, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{}"}}]}', NULL, 137, 665, 1, '\xdfaca9e0fa7b16780311c683', '\xbd78e405de71c1b561eadb3957281882f319f8981f96c6f2ec8e374322d91d5f', 1796123608347021);
INSERT INTO public.ledger_messages VALUES (3, 8, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c1","content":"1: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat "}', NULL, 206, 871, 1, '\x35e0140712db32fce6a0dbf6', '\xb6512d609b69b81cdca65cace16b7a2b4632daa0d25d892a1e7b32710de655d8', 1796123608348494);
INSERT INTO public.ledger_messages VALUES (3, 9, 'assistant', 0, 1, '{"role":"assistant","content":"Flight 1 has seats."}', NULL, 55, 926, 1, '\x46da8978d956756b37a07e5f', '\x578e5544f5def52b87abe154f24174e398d12a7d4d133e81ca09ce136abb099b', 1796123608349405);
INSERT INTO public.ledger_messages VALUES (3, 10, 'user', 0, 1, '{"role":"user","content":"Flight 2?"}', NULL, 40, 966, 1, '\x5fa98c91c1b5d5eba0593a03', '\xdf409cdb62661965c6420160a509c8aafd52d6e8f663fe55b87f2455a95de314', 1796123608350055);
INSERT INTO public.ledger_messages VALUES (3, 11, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c2","type":"function","function":{"name":"find","arguments":"{}"}}]}', NULL, 137, 1103, 1, '\x2e5beae0ee36d98457ab952c', '\x6d521280daae699ec7e18e5572ff47cd5b8adfcfcb2fbf42e700a4d9d9c24b38', 1796123608350845);
INSERT INTO public.ledger_messages VALUES (3, 12, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c2","content":"2: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat "}', NULL, 206, 1309, 1, '\xb41fa431570317456be6d7b1', '\x6185554e152e2a9f5d7f59cac307085ed08a109aed23b50e5a343b60d7bee30a', 1796123608351542);
INSERT INTO public.ledger_messages VALUES (3, 13, 'assistant', 0, 1, '{"role":"assistant","content":"Flight 2 has seats."}', NULL, 55, 1364, 1, '\xc7b5d9f8a9bf542b50bae4ce', '\x4333c8b27cb51c1396074ec69a11410ac8129cb5c706aebb20c689e2c066597c', 1796123608352143);
INSERT INTO public.ledger_messages VALUES (3, 14, 'user', 0, 1, '{"role":"user","content":"Flight 3?"}', NULL, 40, 1404, 1, '\xbba40d96c30db686d55953da', '\x6bf3748a44d5f5f132199f45b9a85902b03e11afb98940955cc3a33215d68593', 1796123608352586);
INSERT INTO public.ledger_messages VALUES (3, 15, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c3","type":"function","function":{"name":"find","arguments":"{}"}}]}', NULL, 137, 1541, 1, '\x9b4ab6f16b0a734f9b5894f9', '\x6b2b347e3479536263750fd3d902598a012ee0b92e0ba82bf1bafad38f133cc0', 1796123608353415);
INSERT INTO public.ledger_messages VALUES (3, 16, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c3","content":"3: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat "}', NULL, 206, 1747, 1, '\xe513b10f604584ea2dcc9e50', '\xafd61ef1cee8aa0534f05fde64e28a19c1e97dd920f0accd4177ed6e1276fa2f', 1796123608354236);
INSERT INTO public.ledger_messages VALUES (3, 17, 'assistant', 0, 1, '{"role":"assistant","content":"Flight 3 has seats."}', NULL, 55, 1802, 2, '\xea6758c9cd91d3863a1b47be', '\x1f7699f9e31d259e50d3db62a597ed8c768c6af356a482d38c1214e123ab06db', 1796123608358165);
INSERT INTO public.ledger_messages VALUES (3, 18, 'user', 0, 1, '{"role":"user","content":"Flight 4?"}', NULL, 40, 1842, 2, '\x3765df159b487760e71b06bd', '\xf27331050c4d38a2ebb218387b604b237055b3331a0b47c9e2dcc8d16362845b', 1796123608358860);
INSERT INTO public.ledger_messages VALUES (3, 19, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c4","type":"function","function":{"name":"find","arguments":"{}"}}]}', NULL, 137, 1979, 2, '\x17b2d96c775f5796523822b6', '\xdf7164fa13d8339b02bf1e65382bfbdddffc4a855d3b034a783612294560cbe3', 1796123608359432);
INSERT INTO public.ledger_messages VALUES (3, 20, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c4","content":"4: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat "}', NULL, 206, 2185, 2, '\x7fa3c705f61cd632ec8835f4', '\x94bf9a0b1924a95cac628fd3a629862a901299456b09f595be7235501f524504', 1796123608359965);
INSERT INTO public.ledger_messages VALUES (3, 21, 'assistant', 0, 1, '{"role":"assistant","content":"Flight 4 has seats."}', NULL, 55, 2240, 2, '\xb753b6f49ce2b46cbb38a5f0', '\x07dba756cc4158bebac75cef70aaeac439680a1ad029878297f44d7c876abae8', 1796123608360480);
INSERT INTO public.ledger_messages VALUES (3, 22, 'user', 0, 1, '{"role":"user","content":"Flight 5?"}', NULL, 40, 2280, 2, '\x8fc9aa34aba3ebb9df3c0b3f', '\xabd8f164b8fe55d37dbd859258495e2d7ee33ff4b5037ab83b4052f09ed69a92', 1796123608361239);
INSERT INTO public.ledger_messages VALUES (3, 23, 'assistant', 1, 1, '{"role":"assistant","content":null,"tool_calls":[{"id":"c5","type":"function","function":{"name":"find","arguments":"{}"}}]}', NULL, 137, 2417, 2, '\xb2c7f519c418678d7a1ce8b3', '\x21d693701d5bce937ce06131b250e8979e5d0e2e0bff1d4028d18d228f66db87', 1796123608361759);
INSERT INTO public.ledger_messages VALUES (3, 24, 'tool', 2, 1, '{"role":"tool","tool_call_id":"c5","content":"5: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat "}', NULL, 206, 2623, 2, '\xfd4f72c451405a6d643ec148', '\xbff5acdad6883d9e149a2265583fedc3fbc7cc1c6531cee441105e59ea5a8bd1', 1796123608362179);
INSERT INTO public.ledger_messages VALUES (3, 25, 'assistant', 0, 1, '{"role":"assistant","content":"Flight 5 has seats."}', NULL, 55, 2678, 3, '\x6e030151fd1a2317e5297290', '\x9a474c2f61f00d8281aa288ba5b9e6048d098cd402c33d962d939c1ff8ce11e7', 1796123608366226);
INSERT INTO public.ledger_messages VALUES (3, 26, NULL, 4, 1, '{"type":"reasoning","id":"r","summary":[]}', NULL, 8, 540, 8, '\x5341616e3e5bc04937c2fc59', '\xd9605e3df149a75b4ef358e6675d103ef02c6cd20deca6bd781e8013b7f75708', 1796123608440237);
INSERT INTO public.ledger_messages VALUES (3, 27, NULL, 1, 1, '{"type":"function_call","call_id":"f1","name":"find","arguments":"{}"}', NULL, 11, 551, 9, '\x5c8728e78ef9faba99e4150a', '\x79b758ce56571ec8eb5c058ce369a80f56e804708e06afd641c5a708b81ec497', 1796123608457325);
INSERT INTO public.ledger_pins VALUES (3, 2);
INSERT INTO public.ledger_pins VALUES (3, 4);
INSERT INTO public.ledger_resize_attempts VALUES (3, 1, 8, 25, 'manual', 'clear_tool_results', 'over_limit', 9, 166, 150, NULL, '"the window measures 166 after ''clear_tool_results'', the limit is 150"', 3885, 1796123608426717);
INSERT INTO public.ledger_resize_attempts VALUES (3, 2, 8, 25, 'manual', 'declines', 'declined', 9, 166, 150, NULL, '"it left everything as it was"', 11, 1796123608438191);
INSERT INTO public.ledger_session_details VALUES (1, '"a \"title\"\u0000"', '{"n":1180591620717411303424}');
INSERT INTO public.ledger_sessions VALUES (1, '', 'Grüße', 'characters', '{"session.max_length":700}', 40, 12532, '\xab367ff6b2941cbf99cc3e5baadf60ee300865ff77d9631bb677c436f8ec8492', 19, '\x80fc44f040d838185210ccfc735177ea8e9a2ae6d2948197527b4890994e0c8c', 2, 17, 39, 19, 40, 18, 10, 3, 150, NULL, NULL, 1796123607696819, 1796123608314190, 1796123580000000, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.ledger_sessions VALUES (2, 'Ω', 'second', 'characters', '{}', 42, 2922, '\x777c5be1164cc74296e82942cb6555860b3aa80a0da4ac8f44f861aed59c5892', 4, '\xc44b5ea33d08cdaebc646802037c43d9de9aaa09fcbc1874ac927847e487aafa', 0, 4, 41, 4, 41, NULL, 1, 1, 46, NULL, NULL, 1796123608320974, 1796123608337635, 1796123580000000, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.ledger_sessions VALUES (3, 'Ω', 'third', 'approximate', '{"session.max_length":150,"session.target_length":1200,"session.keep_tool_results":0}', 27, 551, '\x79b758ce56571ec8eb5c058ce369a80f56e804708e06afd641c5a708b81ec497', 9, '\x73a3166ff1a6d8bfe30e15992639c8ccfbc6871822ed6898393b1f5f155714fb', 2, 1, 0, 9, 26, NULL, 27, 8, 132, 2, NULL, 1796123608339037, 1796123608457325, 1796123580000000, '[0, "f1"]', 2, 1, 25, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.ledger_summaries VALUES (3, 6, 1, '[[7,8],[17,18]]', '{"text":"4 messages"}', NULL, '"a model"', '{"tokens":1180591620717411303424}', 111, '\x66acc39053160d20ac344173');
INSERT INTO public.ledger_summaries VALUES (3, 6, 2, '[{"call":1},[19,21]]', '{"text":"4 messages"}', 1, '"a model"', '{"tokens":1180591620717411303424}', 62, '\x5e19826854be60b0420331f7');
INSERT INTO public.ledger_version VALUES ('0002');
INSERT INTO public.ledger_window_entries VALUES (1, 2, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 2, 1, 1, 5, 12, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 3, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 3, 1, 1, 8, 15, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 4, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 4, 1, 1, 11, 18, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 5, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 5, 1, 1, 14, 21, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 6, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 6, 1, 1, 17, 24, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 7, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 7, 1, 1, 20, 27, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 8, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 8, 1, 1, 23, 30, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 9, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 9, 1, 1, 26, 33, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 10, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 10, 1, 1, 29, 36, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 11, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 11, 1, 1, NULL, NULL, 1);
INSERT INTO public.ledger_window_entries VALUES (1, 15, 0, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 15, 0, 1, 39, 39, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 15, 1, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 15, 1, 1, 39, 39, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 16, 0, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 16, 1, 0, 1, 3, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 17, 0, 0, 1, 9, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 17, 1, 0, 1, 9, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 18, 1, 0, NULL, NULL, 2);
INSERT INTO public.ledger_window_entries VALUES (1, 18, 1, 1, 8, 9, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 19, 1, 0, NULL, NULL, 2);
INSERT INTO public.ledger_window_entries VALUES (1, 19, 1, 1, 8, 8, NULL);
INSERT INTO public.ledger_window_entries VALUES (1, 19, 1, 2, 40, 40, NULL);
INSERT INTO public.ledger_window_entries VALUES (2, 3, 0, 0, 1, 41, NULL);
INSERT INTO public.ledger_window_entries VALUES (2, 3, 1, 0, 41, 41, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 2, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 2, 1, 1, 9, 16, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 3, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 3, 1, 1, 17, 24, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 4, 1, 0, 1, 4, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 4, 1, 1, 17, 25, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 5, 1, 0, 1, 4, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 5, 1, 1, 7, 8, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 5, 1, 2, 17, 25, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 6, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 6, 1, 1, NULL, NULL, 1);
INSERT INTO public.ledger_window_entries VALUES (3, 6, 1, 2, 2, 4, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 6, 1, 3, 22, 25, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 8, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 8, 1, 1, NULL, NULL, 1);
INSERT INTO public.ledger_window_entries VALUES (3, 8, 1, 2, 2, 4, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 8, 1, 3, 22, 23, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 8, 1, 4, NULL, NULL, 2);
INSERT INTO public.ledger_window_entries VALUES (3, 8, 1, 5, 25, 25, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 9, 1, 0, 1, 1, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 9, 1, 1, NULL, NULL, 1);
INSERT INTO public.ledger_window_entries VALUES (3, 9, 1, 2, 2, 4, NULL);
INSERT INTO public.ledger_window_entries VALUES (3, 9, 1, 3, 25, 26, NULL);
INSERT INTO public.ledger_window_revisions VALUES (1, 1, '', NULL, 'created', NULL, NULL, NULL, 1, 0, 1, 0, NULL, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x080f5d565462617dda2274655a736342ad98fe4ad44ccb6c0ff94bccbf6e6f40', 1796123607696819);
INSERT INTO public.ledger_window_revisions VALUES (1, 2, '', 1, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 2, 12, NULL, 12, 782, 0, 12, 9, 585, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 4007, '\xdd4f34b9ee6e8d5ab2b5dedfe7c944cb159b4d0dbddc29f7aa219b3a0e976275', 1796123608205389);
INSERT INTO public.ledger_window_revisions VALUES (1, 3, '', 2, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 3, 15, NULL, 15, 979, 0, 15, 9, 585, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 2626, '\x2dfa4920f5c4299b48bdbae62db24d34d66bc82005ad931c3b321ce47592d8ca', 1796123608216505);
INSERT INTO public.ledger_window_revisions VALUES (1, 4, '', 3, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 4, 18, NULL, 18, 1176, 0, 18, 9, 585, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 1259, '\x560dbee6078466618bb7de9df3c76059b4f5f385a0bb84f69d3adcaff9c3c421', 1796123608224678);
INSERT INTO public.ledger_window_revisions VALUES (1, 5, '', 4, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 5, 21, NULL, 21, 1373, 0, 21, 9, 585, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 1289, '\x2406000db805d35187d2fb42db03ce81b6ac4ca37c765a0d6a415286fabdd62b', 1796123608231308);
INSERT INTO public.ledger_window_revisions VALUES (1, 6, '', 5, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 6, 24, NULL, 24, 1570, 0, 24, 9, 585, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 1240, '\xb4be26ff56cdd45c2f1ae28bd1691825debf8b50f84e60dd1f1feb8842871109', 1796123608237776);
INSERT INTO public.ledger_window_revisions VALUES (1, 7, '', 6, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 7, 27, NULL, 27, 1767, 0, 27, 9, 585, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 1113, '\x466e4e00fd3cf45d3e05f65c3e11efd8124c858eb50644a18528fd9926d6c301', 1796123608243187);
INSERT INTO public.ledger_window_revisions VALUES (1, 8, '', 7, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 8, 30, NULL, 30, 1964, 0, 30, 9, 585, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 1124, '\x7513d5c457bd07eefc69d4d59403f0a73d5236fc0988f94871849bafe5ac0f99', 1796123608248170);
INSERT INTO public.ledger_window_revisions VALUES (1, 9, '', 8, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 9, 33, NULL, 33, 2163, 0, 33, 9, 587, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 831, '\x0f8e5d18d1156a07894ebf15cfe830515e8eecd527fff216076d04a89d86af4a', 1796123608253107);
INSERT INTO public.ledger_window_revisions VALUES (1, 10, '', 9, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 10, 36, NULL, 36, 2363, 0, 36, 9, 590, 1, 3, 197, 700, NULL, NULL, NULL, NULL, 897, '\x2ea07d8a5fe68c0b0d3f0b03d6451562321327d59a30ebd06abcaeb8fadb027b', 1796123608257936);
INSERT INTO public.ledger_window_revisions VALUES (1, 11, '', 10, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 11, 38, NULL, 38, 12453, 0, 38, 2, 700, 1, 10, 10628, 700, NULL, NULL, NULL, NULL, 1605, '\x2b21b57fe86ecc87bac06d8462c9ce373f10f3792a1d74f538082a981af3b271', 1796123608261853);
INSERT INTO public.ledger_window_revisions VALUES (1, 12, '', 11, 'memo', NULL, NULL, NULL, 1, 0, 11, 38, 12, 38, 12453, 0, 38, 2, 700, 1, 0, 0, NULL, NULL, 'someone', '"because of \"it\""', NULL, 0, '\x750ed2f7ea0c8b872e3d3a944df4a2ce7a585bfb7e2e36af1ecee4d50ba5dd95', 1796123608274640);
INSERT INTO public.ledger_window_revisions VALUES (1, 13, '', 12, 'rollback', NULL, NULL, 4, 1, 0, 4, 18, NULL, 38, 12453, 0, 38, 29, 11862, 1, 0, 0, 700, NULL, NULL, '"the first question is wanted again"', '{"ticket":7}', 0, '\x3a9c830884d7e56a65a036b61e608c49b650f2e56151ba19859de1d95f1a245e', 1796123608277605);
INSERT INTO public.ledger_window_revisions VALUES (1, 14, '', 13, 'rollback', NULL, NULL, 12, 1, 0, 11, 38, 12, 38, 12453, 0, 38, 2, 700, 1, 0, 0, 700, NULL, NULL, NULL, NULL, 0, '\xbef3ea403a9018cf1faa8e13f768f6d0e04cffefc2f672564b62d18192c65038', 1796123608281848);
INSERT INTO public.ledger_window_revisions VALUES (1, 15, '', 14, 'set', NULL, NULL, NULL, 15, 39, 15, 39, 12, 39, 12493, 1, 4, 4, 231, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x13ca73666895999cdc437915d5da8cbd750f8978d0deabaa60977b42694ac0bf', 1796123608290418);
INSERT INTO public.ledger_window_revisions VALUES (1, 16, '', 15, 'pop', NULL, NULL, NULL, 16, 39, 16, 39, 12, 39, 12493, 0, 3, 3, 191, NULL, 1, 40, NULL, NULL, NULL, NULL, NULL, 0, '\xf65c8f511be40c328d357e1fcd1bf31fb7b9c731654a5e1b0e1f9615bb9c14b8', 1796123608294221);
INSERT INTO public.ledger_window_revisions VALUES (1, 17, '', 16, 'rewind', NULL, NULL, 1, 17, 39, 17, 39, 12, 39, 12493, 0, 9, 9, 585, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x8fecd9a3dd8edcaa1a6ec6520c4241af0e00013869756e7fd0900975eaa29dc5', 1796123608298388);
INSERT INTO public.ledger_window_revisions VALUES (1, 18, '', 17, 'resize', 'summary', 'manual', NULL, 17, 39, 18, 39, 18, 39, 12493, 0, 9, 3, 199, NULL, 7, 446, 700, NULL, NULL, NULL, NULL, 53, '\xd9c1661b47eea4513eccffadd086698eff9ed93c42a12ce5445190eeba55e41a', 1796123608311336);
INSERT INTO public.ledger_window_revisions VALUES (1, 19, '', 18, 'resize', 'drop_unanswered_calls', 'auto', NULL, 17, 39, 19, 40, 18, 40, 12532, 0, 10, 3, 150, NULL, 1, 88, 700, NULL, NULL, NULL, NULL, 3457, '\x80fc44f040d838185210ccfc735177ea8e9a2ae6d2948197527b4890994e0c8c', 1796123608314190);
INSERT INTO public.ledger_window_revisions VALUES (2, 1, 'Ω', NULL, 'created', NULL, NULL, NULL, 1, 0, 1, 0, NULL, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\xe95dd8eb107acd08dbee4a3fad4b9a26ea341064987b1ba41e1839fc4bca098a', 1796123608320974);
INSERT INTO public.ledger_window_revisions VALUES (2, 2, 'Ω', 1, 'clear', NULL, NULL, NULL, 1, 0, 2, 40, NULL, 40, 2830, 0, 40, 0, 0, NULL, 40, 2830, NULL, NULL, NULL, NULL, NULL, 0, '\x06c06e2253d6728ff67df5ae83663e05e889752812c4f05b7769008402102896', 1796123608325695);
INSERT INTO public.ledger_window_revisions VALUES (2, 3, 'Ω', 2, 'import', NULL, NULL, NULL, 3, 41, 3, 41, NULL, 41, 2876, 0, 41, 1, 46, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x736d3cd2d1487b23d481b4c73e97ee32e6c47740d8f6297d0f8cad697c1a11e2', 1796123608332843);
INSERT INTO public.ledger_window_revisions VALUES (2, 4, 'Ω', 3, 'reset', NULL, NULL, NULL, 4, 41, 4, 41, NULL, 41, 2876, 0, 0, 0, 0, NULL, 1, 46, NULL, NULL, NULL, NULL, NULL, 0, '\xc44b5ea33d08cdaebc646802037c43d9de9aaa09fcbc1874ac927847e487aafa', 1796123608336063);
INSERT INTO public.ledger_window_revisions VALUES (3, 1, 'Ω', NULL, 'created', NULL, NULL, NULL, 1, 0, 1, 0, NULL, 0, 0, 0, 0, 0, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x18bd7bde03602f928bd1dd28bef5f47e7f197c2dfe86d425ea21d9e5583b755e', 1796123608339037);
INSERT INTO public.ledger_window_revisions VALUES (3, 2, 'Ω', 1, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 2, 16, NULL, 16, 1747, 0, 16, 9, 926, 1, 7, 821, 1600, '{"session.target_length":1200}', NULL, NULL, NULL, 1581, '\x7c539fbd4d084f7487511723c303ebdb09589fefb873c9028353d889b33bb805', 1796123608354236);
INSERT INTO public.ledger_window_revisions VALUES (3, 3, 'Ω', 2, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 3, 24, NULL, 24, 2623, 0, 24, 9, 926, 1, 8, 876, 1600, '{"session.target_length":1200}', NULL, NULL, NULL, 1772, '\x1411fd772558949d86e95d58c6e2980d1d6f51df0d5d12741a5251c8c83b1aae', 1796123608362179);
INSERT INTO public.ledger_window_revisions VALUES (3, 4, 'Ω', 3, 'pin', NULL, NULL, NULL, 1, 0, 4, 25, NULL, 25, 2678, 0, 25, 13, 1364, 1, 0, 0, NULL, NULL, NULL, '"what it began with"', NULL, 0, '\x6d1cd754993f65e3f8c1e36afb0930ccc1d886199b41d211bee5221c00658448', 1796123608366841);
INSERT INTO public.ledger_window_revisions VALUES (3, 5, 'Ω', 4, 'recall', NULL, NULL, NULL, 1, 0, 5, 25, NULL, 25, 2678, 0, 25, 15, 1707, 1, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, '\x54582e4fe917a7be09083d81fc700243561de3897449a828bb4adc2e2e5aa55f', 1796123608380960);
INSERT INTO public.ledger_window_revisions VALUES (3, 6, 'Ω', 5, 'resize', 'sums up', 'manual', NULL, 1, 0, 6, 25, NULL, 25, 2678, 0, 25, 9, 949, 2, 7, 836, 4000, '{"session.target_length":1200,"summarize":{"keep_rounds":1,"into":"window","max_input":500}}', NULL, '"sums up summarized 7 messages into the window in 2 calls"', NULL, 2809, '\xf0560f01324dd82520d15797596685e983833ea7a90267b0e65698f20d2f94aa', 1796123608398562);
INSERT INTO public.ledger_window_revisions VALUES (3, 7, 'Ω', 6, 'remeasure', NULL, NULL, NULL, 1, 0, 6, 25, NULL, 25, 532, 0, 25, 9, 189, 2, 0, 0, NULL, '{"session.measure":"approximate"}', NULL, '"counted as the provider does"', NULL, 0, '\xfa58f7cde840ddd883d97399a70b773272ebcba1e22a0890267a53aa87f79797', 1796123608402602);
INSERT INTO public.ledger_window_revisions VALUES (3, 8, 'Ω', 7, 'resize', 'clear_tool_results', 'manual', NULL, 1, 0, 8, 25, NULL, 25, 532, 0, 25, 9, 166, 2, 1, 44, 150, '{"session.keep_tool_results":0}', NULL, '"clear_tool_results cleared 1 result"', NULL, 3885, '\x448316216269e5a2e44ad37b5f3d11cb583065482a513c271f11dbf95edb76c4', 1796123608426717);
INSERT INTO public.ledger_window_revisions VALUES (3, 9, 'Ω', 8, 'resize', 'simple_cut', 'auto', NULL, 1, 0, 9, 26, NULL, 26, 540, 0, 26, 7, 121, 2, 3, 53, 150, NULL, NULL, NULL, NULL, 6777, '\x73a3166ff1a6d8bfe30e15992639c8ccfbc6871822ed6898393b1f5f155714fb', 1796123608440237);
ALTER TABLE ONLY public.ledger_append_keys
    ADD CONSTRAINT ledger_append_keys_pkey PRIMARY KEY (session, append_key);
ALTER TABLE ONLY public.ledger_bodies
    ADD CONSTRAINT ledger_bodies_pkey PRIMARY KEY (session, seq);
ALTER TABLE ONLY public.ledger_deletions
    ADD CONSTRAINT ledger_deletions_pkey PRIMARY KEY (session);
ALTER TABLE ONLY public.ledger_derived_messages
    ADD CONSTRAINT ledger_derived_messages_pkey PRIMARY KEY (session, derived_id);
ALTER TABLE ONLY public.ledger_lengths
    ADD CONSTRAINT ledger_lengths_pkey PRIMARY KEY (session, measurement, derived, number);
ALTER TABLE ONLY public.ledger_measurements
    ADD CONSTRAINT ledger_measurements_pkey PRIMARY KEY (session, measurement);
ALTER TABLE ONLY public.ledger_memos
    ADD CONSTRAINT ledger_memos_pkey PRIMARY KEY (session, revision);
ALTER TABLE ONLY public.ledger_messages
    ADD CONSTRAINT ledger_messages_pkey PRIMARY KEY (session, seq);
ALTER TABLE ONLY public.ledger_pins
    ADD CONSTRAINT ledger_pins_pkey PRIMARY KEY (session, seq);
ALTER TABLE ONLY public.ledger_resize_attempts
    ADD CONSTRAINT ledger_resize_attempts_pkey PRIMARY KEY (session, attempt);
ALTER TABLE ONLY public.ledger_session_details
    ADD CONSTRAINT ledger_session_details_pkey PRIMARY KEY (session);
ALTER TABLE ONLY public.ledger_sessions
    ADD CONSTRAINT ledger_sessions_owner_session_id UNIQUE (owner, session_id);
ALTER TABLE ONLY public.ledger_sessions
    ADD CONSTRAINT ledger_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_summaries
    ADD CONSTRAINT ledger_summaries_pkey PRIMARY KEY (session, revision, call_number);
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
