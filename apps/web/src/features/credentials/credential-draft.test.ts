import { ApiError } from '@runnel/client'
import { BLANK_MARKER, type CredentialDefinition } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { draftOf, findFieldIssue, findMissingFields, plainDataOf } from './credential-draft.ts'

const definition: CredentialDefinition = {
  name: 'openAIApi',
  label: 'OpenAI API',
  version: 1,
  inputs: [
    { name: 'openAIApiKey', label: 'Key', type: 'password' },
    { name: 'region', label: 'Region', type: 'string', default: 'eu' },
    { name: 'organisation', label: 'Organisation', type: 'string', optional: true },
  ],
}

describe('a credential that is edited', () => {
  test('shows no secret, and keeps it when nothing is typed', () => {
    const draft = draftOf({
      name: 'Mine',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: BLANK_MARKER, region: 'us' },
    })
    expect(draft.values).toEqual({ region: 'us' })
    expect(findMissingFields(draft, definition)).toEqual([])
    expect(plainDataOf(draft, definition)).toEqual({ openAIApiKey: BLANK_MARKER, region: 'us' })
    const typed = { ...draft, values: { ...draft.values, openAIApiKey: 'sk-new' } }
    expect(plainDataOf(typed, definition)).toEqual({ openAIApiKey: 'sk-new', region: 'us' })
  })

  test('a new one names what is missing', () => {
    const draft = { name: ' ', type: 'openAIApi', values: {}, kept: [] }
    expect(findMissingFields(draft, definition)).toEqual(['name', 'openAIApiKey'])
    expect(plainDataOf({ ...draft, values: { openAIApiKey: 'k' } }, definition)).toEqual({
      openAIApiKey: 'k',
      region: 'eu',
    })
  })

  test('says beside a field what the server refused of it', () => {
    const issues = [{ path: 'plainDataObj.openAIApiKey', message: 'Give it anew.' }]
    const refused = new ApiError('Refused', { status: 400, code: 'invalid_input', issues, body: {} })
    expect(findFieldIssue(refused, 'openAIApiKey')).toBe('Give it anew.')
    for (const [error, field] of [[refused, 'region'] as const, [new Error('x'), 'openAIApiKey'] as const])
      expect(findFieldIssue(error, field)).toBeUndefined()
  })
})
