import { ApiError } from '@runnel/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepError, useKeptErrors } from './kept-errors.ts'

const kept = () => useKeptErrors.getState().errors
const failure = (message: string) =>
  new ApiError(message, { status: 500, code: 'internal', requestId: 'r-7' })
beforeEach(() => useKeptErrors.setState({ errors: [] }))

test('a failed call is stored and logged, with what finds it in the log of the server [S8-ERR-11]', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const error = failure('The disk is gone.')
  keepError(error, { method: 'PUT', path: '/variables/:id' })
  expect(kept()).toEqual([{ at: expect.any(Number), call: 'PUT /variables/:id', error }])
  expect(log.mock.calls).toEqual([
    ['PUT /variables/:id failed: The disk is gone.', { status: 500, code: 'internal', requestId: 'r-7' }],
  ])
  log.mockRestore()
})

test('the newest stands first, and the oldest go', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (let n = 1; n <= 25; n += 1) keepError(failure(`fault ${n}`), { method: 'GET', path: '/ping' })
  expect(kept()).toHaveLength(20)
  expect(kept()[0]?.error.message).toBe('fault 25')
  log.mockRestore()
})
