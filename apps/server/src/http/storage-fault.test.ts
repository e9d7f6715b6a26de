import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { toRunnelError } from './on-error.ts'

function fillDatabase(): unknown {
  using database = new DatabaseSync(':memory:')
  database.exec('PRAGMA max_page_count = 4; CREATE TABLE t (x)')
  try {
    for (;;) database.prepare('INSERT INTO t VALUES (zeroblob(4000))').run()
  } catch (error) {
    return error
  }
}

test('a full disk is said to be full, whichever database meets it', () => {
  const faults = [
    fillDatabase(),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
  ]
  for (const fault of faults) {
    const { code, status, message } = toRunnelError(fault)
    expect([code, status]).toEqual(['unavailable', 503])
    expect(message).toMatch(/disk .* is full. Make room/)
  }
})

test.each([
  ['refuses', { code: 'ECONNREFUSED' }],
  ['hangs up', { code: 'ECONNRESET' }],
  ['is shut down', { code: '57P01' }],
  ['starts', { code: '57P03' }],
  ['lets nobody connect in time', { message: 'timeout exceeded when trying to connect' }],
  ['hangs up between two statements', { message: 'Connection terminated unexpectedly' }],
  ['cannot be connected to', { code: '08001', severity: 'FATAL' }],
  ['refuses the connection', { code: '08004', severity: 'FATAL' }],
  ['closes an idle session', { code: '57P05', severity: 'FATAL' }],
  ['cannot read its disk', { code: '58030', severity: 'ERROR' }],
  ['is a file that cannot be read', { errcode: 266 }],
])('a database that %s is said not to answer', (_name, fields) => {
  const { code, status, message } = toRunnelError(Object.assign(new Error('secret words'), fields))
  expect([code, status, message]).toEqual([
    'unavailable',
    503,
    'The database does not answer. Try again in a moment.',
  ])
})

test.each([
  ['holds the database', { errcode: 5 }, 'unavailable', /^Another program holds the database/],
  ['damaged a page', { errcode: 267 }, 'internal', /^The database is damaged/],
  ['wrote something else', { errcode: 26 }, 'internal', /^The database is damaged/],
  [
    'damaged a page of PostgreSQL',
    { code: 'XX001', severity: 'ERROR' },
    'internal',
    /^The database is damaged/,
  ],
])('who %s is told apart', (...[, fields, code, words]) => {
  const told = toRunnelError(Object.assign(new Error('secret words'), fields))
  expect([told.code, told.message]).toEqual([code, expect.stringMatching(words)])
})

test.each([
  ['PostgreSQL on a standby', { code: '25006', severity: 'ERROR' }, /^The database takes no writes/],
  ['a file of SQLite that is read-only', { errcode: 8 }, /^The database takes no writes/],
  ['a disk that was made read-only', { errcode: 778 }, /^The database takes no writes/],
  ['writers in a ring', { code: '40P01', severity: 'ERROR' }, /^Others changed the same/],
  ['writers at once', { code: '40001', severity: 'ERROR' }, /^Others changed the same/],
])('%s: the fault passes by itself', (_name, fields, words) => {
  const { status, message } = toRunnelError(Object.assign(new Error('secret words'), fields))
  expect([status, message]).toEqual([503, expect.stringMatching(words)])
})

test('any other fault keeps its words to itself', () => {
  const { code, message } = toRunnelError(Object.assign(new Error('secret words'), { code: '42P01' }))
  expect(code).toBe('internal')
  expect(message).not.toContain('secret')
})
