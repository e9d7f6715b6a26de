import { expect, test } from 'vitest'
import type { Principal } from './principal.ts'
import { carriesTags, readsTags } from './reads-tags.ts'

const key = (...permissions: string[]): Principal => ({
  kind: 'api-key',
  keyId: 'k',
  workspaceId: 'w',
  permissions,
})

test('one of its tags lets read a document, and none is needed where it has none', () => {
  expect(readsTags(key('documentTags:hr'), ['finance', 'hr'])).toBe(true)
  expect(readsTags(key('documentStores:view', 'documentTags:h'), ['hr'])).toBe(false)
  expect(readsTags(key(), [])).toBe(true)
  expect(readsTags({ kind: 'anonymous' }, ['hr'])).toBe(false)
})

test('all of them are needed to give or take them', () => {
  expect(carriesTags(key('documentTags:hr'), ['finance', 'hr'])).toBe(false)
  expect(carriesTags(key('documentTags:hr', 'documentTags:finance'), ['finance', 'hr'])).toBe(true)
})
