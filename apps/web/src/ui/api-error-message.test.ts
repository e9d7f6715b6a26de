import { ApiError } from '@runnel/client'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import ui from '../i18n/en/ui.json'
import { apiErrorMessage } from './api-error-message.ts'

beforeAll(async () => {
  await i18next.init({ lng: 'en', ns: ['ui'], resources: { en: { ui } } })
})

test('the message of the server is shown with the faulty fields', () => {
  const issues = [
    { path: 'name', message: 'is needed' },
    { path: '', message: 'too much at once' },
  ]
  const error = new ApiError('The input is not valid.', { status: 400, code: 'invalid_input', issues })
  expect(apiErrorMessage(error)).toBe('The input is not valid.\nname: is needed\ntoo much at once')
})

test('a fault that the message already names is not said twice', () => {
  const issues = [{ path: 'nodes', message: 'This holds no flow.' }]
  const error = new ApiError('This holds no flow.', { status: 400, code: 'invalid_flow', issues })
  expect(apiErrorMessage(error)).toBe('This holds no flow.')
})

test('no answer and answers without words are explained', () => {
  expect(apiErrorMessage(new ApiError('x', { status: 0, code: 'network_unreachable' }))).toContain(
    'cannot be reached',
  )
  expect(apiErrorMessage(new ApiError('HTTP 502', { status: 502, code: 'unknown' }))).toContain('status 502')
})

test('who is not signed in any more is told so, and what to do', () => {
  const error = new ApiError('Invalid or Missing token', { status: 401, code: 'unauthenticated' })
  expect(apiErrorMessage(error)).toBe('You are signed out. Sign in again in another tab, then try once more.')
})

test('an answer without words says what its place chose to say [S8-MSG-03]', () => {
  const wordless = 'Internal Server Error'
  expect(apiErrorMessage(new ApiError('HTTP 500', { status: 500, code: 'unknown' }), wordless)).toBe(wordless)
  expect(apiErrorMessage('', wordless)).toBe(wordless)
  expect(apiErrorMessage(new ApiError('No disk', { status: 500, code: 'internal' }), wordless)).toBe(
    'No disk',
  )
})

test('any thrown value becomes a message [S8-ERR-12..14]', () => {
  const round: Record<string, unknown> = {}
  round.self = round
  expect(apiErrorMessage(new Error('plain'))).toBe('plain')
  expect(apiErrorMessage({ message: 'x' })).toBe('x')
  expect(apiErrorMessage({ message: '' })).toBe('{"message":""}')
  expect(apiErrorMessage({ a: 1 })).toBe('{"a":1}')
  expect(apiErrorMessage(round)).toBe('[object Object]')
})
