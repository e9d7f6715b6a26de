import { expect, test } from 'vitest'
import { readStatement } from './sql-reading.ts'

test.each([
  ['select 1', 'select 1'],
  [
    ' SELECT name FROM "teas" WHERE note = \'to; fro\' ; ',
    'SELECT name FROM "teas" WHERE note = \'to; fro\'',
  ],
  ['with a as (select 1)\nselect * from a', 'with a as (select 1)\nselect * from a'],
  ['(select 1) union (select 2)', '(select 1) union (select 2)'],
  ['values (1), (2)', 'values (1), (2)'],
  [
    'select updated, insertion, dropped from intolerances',
    'select updated, insertion, dropped from intolerances',
  ],
  ['select lower(name), sleepy(1) from teas', 'select lower(name), sleepy(1) from teas'],
  [
    'select http_status, http_method, stats from visits',
    'select http_status, http_method, stats from visits',
  ],
  [
    "select pg_size_pretty(pg_relation_size('teas')), sleep from pg_class",
    "select pg_size_pretty(pg_relation_size('teas')), sleep from pg_class",
  ],
])('%j reads', (statement, read) => {
  expect(readStatement(statement)).toBe(read)
})

test.each([
  '',
  'insert into teas values (1)',
  'update teas set name = 1',
  'drop table teas',
  "copy teas to program 'id'",
  'set role postgres',
  'commit',
  'explain analyze delete from teas',
  'call brew()',
  'do $$ begin end $$',
  '-- a comment\ndelete from teas',
  'selection',
  'select * into copied from teas',
  "select 1 INTO OUTFILE '/tmp/x'",
  'select 1 /*!50000 union select 2 */',
  'select 1 /*M!100000 union select 2 */',
  "select pg_read_file('/etc/passwd')",
  "select PG_LS_DIR ('/')",
  'select "pg_read_file"(\'/etc/passwd\')',
  'select U&"\\0070g_read_file"(\'/etc/passwd\')',
  "select lo_export(1, '/tmp/x')",
  "select * from dblink('host=10.0.0.1', 'select 1') t(a int)",
  "select load_file('/etc/passwd')",
  'select pg_sleep(100)',
  'select sleep(100)',
  "select set_config('transaction_read_only', 'off', true)",
  "select query_to_xml('select pg_read_file($$x$$)', true, true, '')",
  // What stands in a text that the database runs is put together where no rule looks.
  "select * from ts_stat('select to_tsvector(p' || 'g_read_file(''/etc/passwd''))')",
  "select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, plainto_tsquery(p' || 'g_read_file(''x''))')",
  "select * from crosstab('select p' || 'g_read_file(''x'')') t(a text)",
  "select * from crosstab_hash('select 1', 'select 2') t(a text)",
  "select * from connectby('(select p' || 'g_read_file(1)) t', 'a', 'b', '1', 0) t(a text)",
  "select * from xpath_table('id', 'doc', '(select 1) t', '/a', 'true') t(a int)",
  "select * from pgr_dijkstra('select p' || 'g_read_file(1)', 1, 2)",
  "select content from http_get('http://10.0.0.1/')",
  "select net.http_post('http://10.0.0.1/')",
  "select master_pos_wait('a', 4, 100)",
  "select source_pos_wait('a', 4, 100)",
  "select wait_for_executed_gtid_set('a', 100)",
  "select wait_until_sql_thread_after_gtids('a', 100)",
  'select pg_terminate_backend(1)',
  "select pg_read_file/**/('/etc/passwd')",
  "select pg_read_file -- x\n('/etc/passwd')",
  "select '--', pg_ls_dir/* */('/')",
  'select set_config/**/(1)',
  'select sleep/**/(100)',
  'select pg_stat_reset()',
  'select * from pg_hba_file_rules',
  'select rolpassword from pg_authid',
  `select '${'x'.repeat(60_000)}'`,
  'select \0',
])('%.60j does not only read', (statement) => {
  expect(() => readStatement(statement)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})
