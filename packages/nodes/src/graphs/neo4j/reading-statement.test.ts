import { describe, expect, test } from 'vitest'
import { readStatement } from './reading-statement.ts'

describe('a statement that reads', () => {
  test.each([
    ["MATCH (n:Person {name: 'Bob; DELETE // it'}) RETURN n LIMIT 3", ''],
    ['  match (n) return n.name  ', ' LIMIT 11'],
    ['MATCH (n) RETURN n;', ' LIMIT 11'],
    ['MATCH (n:`SET`)-[r:`a``b`]-() WHERE n.`create` = "it\\"s" RETURN r', ' LIMIT 11'],
    ['OPTIONAL MATCH (n) WITH n LIMIT 5 RETURN count(*)', ' LIMIT 11'],
    ['MATCH (n) CALL (n) { MATCH (n)--(m) RETURN m LIMIT 1 } RETURN n, m', ' LIMIT 11'],
    ['MATCH (n) WHERE EXISTS { MATCH (n)--() RETURN n } RETURN n LIMIT 2', ''],
    ['CALL db.labels()', ''],
    ['CALL db.labels() YIELD label RETURN label', ' LIMIT 11'],
    ["CALL db.index.fulltext.queryNodes('teas', 'green') YIELD node RETURN node", ' LIMIT 11'],
    ["MATCH p=(a)-[*1..3]->(b) WHERE a.born > date.truncate('year', date()) RETURN p", ' LIMIT 11'],
    ['MATCH (n) WHERE n.a.b IN (n.c) AND n.d<1.5 RETURN apoc.text.join(n.tags, "x")', ' LIMIT 11'],
    ['UNWIND [1, 2e3, 1_000, 1.5E-3] AS größe RETURN größe', ' LIMIT 11'],
    ['MATCH (n) RETURN n UNION MATCH (m) RETURN m AS n', ' LIMIT 11'],
    ['MATCH (start)-->(stop) RETURN start.offset, stop.settings', ' LIMIT 11'],
  ])('is run with a limit: %s', (statement, limit) => {
    expect(readStatement(statement, 11)).toBe(`${statement.trim().replace(/;$/, '')}${limit}`)
  })
})

describe('a statement is sent back', () => {
  test.each([
    ['MATCH (n) DETACH DELETE n', 'the word DETACH'],
    ['CREATE (n)', 'only MATCH'],
    ['MATCH (n) SET n.a = 1', 'the word SET'],
    ['MATCH (n) REMOVE n:A', 'the word REMOVE'],
    ['MATCH (n)\nMERGE(m)', 'the word MERGE'],
    ['MATCH (n) INSERT (m)', 'the word INSERT'],
    ['MATCH (n) ınsert (m)', 'the word INSERT'],
    ['MATCH (n) ſet n.a = 1', 'the word SET'],
    ['WITH 1 AS a FOREACH (b IN [a] | CREATE (c))', 'the word FOREACH'],
    ["LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", 'only MATCH'],
    ["WITH 1 AS a LOAD CSV FROM 'http://10.0.0.1' AS row RETURN row", 'the word LOAD'],
    ['DROP DATABASE neo4j', 'only MATCH'],
    ['SHOW USERS', 'only MATCH'],
    ['EXPLAIN MATCH (n) RETURN n', 'only MATCH'],
    ['OPTIONAL CREATE (n)', 'only MATCH'],
    ['USE system MATCH (n) RETURN n', 'only MATCH'],
    ['CALL { USE system MATCH (n) RETURN n } RETURN n', 'the word USE'],
    ['MATCH (n) CALL { WITH n RETURN 1 AS a } IN TRANSACTIONS RETURN a', 'the word TRANSACTIONS'],
    ['MATCH (n) RETURN n; MATCH (m) DELETE m', 'more than one'],
    ['MATCH (n) RETURN n; MATCH (m) RETURN m', 'more than one'],
    ["MATCH (n) RETURN n // it's\nDELETE n", 'a comment'],
    ['MATCH (n) /* " */ DELETE n /* " */ RETURN n', 'a comment'],
    ["RETURN '\\u0027 CREATE (n)'", 'written as \\u'],
    ['MATCH (n) \\u0043REATE (m)', 'written as \\u'],
    ["RETURN 'a\\' CREATE (n)", 'a quote is not closed'],
    ["RETURN 'a\\\\' CREATE (n) RETURN 'b'", 'the word CREATE'],
    ['RETURN `a\\` CREATE (n) RETURN `b`', 'the word CREATE'],
    ['RETURN 1CREATE (n)', '1CREATE is neither'],
    ['RETURN 1.CREATE (n)', 'the word CREATE'],
    ['RETURN 0x1FSET n.a = 1', '0X1FSET is neither'],
    ['RETURN 1e5SET n.a = 1', '1E5SET is neither'],
    ['MATCH (n) DEL\u200bETE n', 'cannot be seen'],
    ['MATCH (n)\u2028RETURN n', 'cannot be seen'],
    ['CALL dbms.security.createUser("a", "b")', 'it calls DBMS.SECURITY.CREATEUSER'],
    ['CALL apoc.load.json("http://10.0.0.1") YIELD value RETURN value', 'the word LOAD'],
    ['CALL apoc.import.json("a") YIELD value RETURN value', 'it calls APOC.IMPORT.JSON'],
    ['CALL apoc . cypher . doIt("CREATE (n)", {}) YIELD value RETURN value', 'it calls APOC.CYPHER.DOIT'],
    ['CALL `dbms`.`shutdown`()', 'it calls `.`'],
    ['CALL', 'it calls nothing'],
    ['RETURN apoc.cypher.runFirstColumnSingle("MATCH (n) RETURN n", {})', 'it calls APOC.CYPHER'],
    ['RETURN `apoc`.`cypher`.`runFirstColumnSingle`("", {})', 'it calls `.`.`'],
    ['RETURN `apoc.cypher.runFirstColumnSingle`("", {})', 'it calls `'],
    ['RETURN genai.vector.encode("tea", "OpenAI", {token: "x"})', 'it calls GENAI.VECTOR.ENCODE'],
    ['RETURN date . x . y ()', 'it calls DATE.X.Y'],
    ['', 'only MATCH'],
  ])('%j', (statement, says) => {
    expect(() => readStatement(statement, 11)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(says) }),
    )
  })

  test('that is too long', () => {
    expect(() => readStatement(`RETURN '${'a'.repeat(20_000)}'`, 11)).toThrow('too long')
  })
})
