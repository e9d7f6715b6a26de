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

test('any other fault keeps its words to itself', () => {
  const { code, message } = toRunnelError(Object.assign(new Error('secret words'), { code: '42P01' }))
  expect(code).toBe('internal')
  expect(message).not.toContain('secret')
})
