import { expect, test } from 'vitest'
import { toRunnelError } from './run-error.ts'

const FILE = '/somewhere/of-the-server/run.js'

test.each([
  ['a file that cannot be opened', { code: 'EMFILE', path: FILE }],
  ['a part of the program that is gone', { code: 'ERR_MODULE_NOT_FOUND', url: `file://${FILE}` }],
])('no place on the server is told: %s', (_, named) => {
  const fault = Object.assign(new Error(`It cannot be opened: '${FILE}'`), named)
  const { message, cause } = toRunnelError(fault)
  expect(message).toContain(`could not use a file of its own (${named.code})`)
  expect(message).not.toContain('of-the-server')
  expect(cause).toBe(fault)
})

test('what a node says itself is told as it is', () => {
  expect(toRunnelError(new Error('There is no tea.'))).toMatchObject({
    code: 'step_failed',
    message: 'There is no tea.',
  })
})
