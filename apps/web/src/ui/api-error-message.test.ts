import { ApiError } from '@runnel/client'
import { permissionCatalogue, tellWhy } from '@runnel/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import germanCodes from '../i18n/de/error-codes.json'
import germanPermissions from '../i18n/de/permissions.json'
import german from '../i18n/de/refusals.json'
import permissions from '../i18n/en/permissions.json'
import ui from '../i18n/en/ui.json'
import { apiErrorMessage, issuesOf, toldInPageWords } from './api-error-message.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    ns: ['ui'],
    resources: { en: { ui } },
    interpolation: { escapeValue: false },
  })
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

test('why something was refused is said in the language of the page, where the catalogue knows the reason', async () => {
  const parts = { status: 409, code: 'conflict' }
  const told = new ApiError('The role cook is built in. Copy it instead.', {
    ...parts,
    reason: 'role_built_in_changed',
    details: { role: '{{cook}}' },
  })
  const taken = new ApiError('name: is needed', {
    ...parts,
    issues: [{ path: 'name', message: 'is needed', reason: 'needed' }],
  })
  expect(apiErrorMessage(told)).toBe('The role cook is built in. Copy it instead.')
  i18next.addResourceBundle('de', 'refusals', german)
  await i18next.changeLanguage('de')
  try {
    expect(apiErrorMessage(told)).toBe('Die Rolle {{cook}} ist fest eingebaut. Kopieren Sie sie stattdessen.')
    expect(issuesOf(taken)).toEqual([{ path: 'name', message: 'wird gebraucht' }])
    expect(apiErrorMessage(taken)).toBe('name: wird gebraucht')
    const newer = new ApiError('Words of a newer server.', {
      ...parts,
      code: 'new',
      reason: 'not_known_here',
    })
    expect(apiErrorMessage(newer)).toBe('Words of a newer server.')
  } finally {
    await i18next.changeLanguage('en')
  }
})

test('what has no reason is said by its kind, with the words of the server', async () => {
  const lost = new ApiError('Workspace 7 not found', { status: 404, code: 'not_found' })
  const odd = new ApiError('Words of a newer server.', { status: 400, code: 'not_known_here' })
  i18next.addResourceBundle('de', 'error-codes', germanCodes)
  i18next.addResourceBundle('de', 'refusals', german)
  await i18next.changeLanguage('de')
  try {
    expect(apiErrorMessage(lost)).toBe(
      'Das gibt es nicht, oder es ist für Sie nicht zu sehen: „Workspace 7 not found“',
    )
    expect(apiErrorMessage(odd)).toBe('Words of a newer server.')
  } finally {
    await i18next.changeLanguage('en')
  }
  expect(apiErrorMessage(lost)).toBe('Workspace 7 not found')
})

test('what a schema found wrong is said of each field, in the language of the page', async () => {
  const issues = [
    {
      path: 'user.name',
      message: 'Too big: expected string to have <=100 characters',
      reason: 'schema_text_long',
      details: { most: '100' },
    },
    { path: 'user.credential', message: 'needs a digit', reason: 'schema_password_digit' },
  ]
  const error = new ApiError(`user.name: ${issues[0]?.message} (and 1 more)`, {
    status: 400,
    code: 'invalid_input',
    issues,
  })
  expect(issuesOf(error).map(({ message }) => message)).toEqual(issues.map(({ message }) => message))
  i18next.addResourceBundle('de', 'refusals', german)
  await i18next.changeLanguage('de')
  try {
    expect(apiErrorMessage(error)).toBe(
      'user.name: darf höchstens 100 Zeichen haben\nuser.credential: braucht eine Ziffer',
    )
    expect(toldInPageWords({ message: 'x', reason: 'provider_works', details: { host: 'a.example' } })).toBe(
      'a.example antwortet und kennt diesen Client.',
    )
  } finally {
    await i18next.changeLanguage('en')
  }
})

test('permissions are told by their words, whole categories by their names, in each language', async () => {
  i18next.addResourceBundle('en', 'permissions', permissions)
  i18next.addResourceBundle('de', 'permissions', germanPermissions)
  i18next.addResourceBundle('de', 'refusals', german)
  const all = tellWhy('rights_not_held', {
    permissions: 'tools:view, variables:view, variables:create, loginActivity:view',
  })
  const any = tellWhy('right_missing', { permissions: 'chatflows:update / agentflows:update' })
  expect(toldInPageWords(all)).toBe(
    'You do not hold Tools: View; Variables: View, Create; Login activity and audit log: View yourself, so this is not yours to change.',
  )
  expect(toldInPageWords(any)).toContain('“Chatflows: Update / Agentflows: Update”')
  expect(toldInPageWords(tellWhy('rights_not_held', { permissions: 'tags:secret' }))).toContain('tags:secret')
  const wholly = permissionCatalogue.variables?.map(({ key }) => key).join(', ') ?? ''
  expect(toldInPageWords(tellWhy('rights_not_held', { permissions: wholly }))).toContain(
    'not hold Variables yourself',
  )
  await i18next.changeLanguage('de')
  expect(toldInPageWords(any)).toContain('„Chatflows: Ändern / Agentflows: Ändern“')
  await i18next.changeLanguage('en')
})
