import type { ScimUserRow } from '@runnel/db'
import { expect, test } from 'vitest'
import { isWanted, presentScimUser } from './present-scim.ts'

const row: ScimUserRow = {
  id: '2819c223-7f76-453a-919d-413861904646',
  userId: 'u',
  userName: 'bjensen@example.com',
  externalId: 'ext',
  displayName: 'Babs',
  formattedName: 'Babs Jensen',
  givenName: 'Barbara',
  familyName: 'Jensen',
  title: 'Tea',
  emails: [{ value: 'bjensen@example.com' }],
  isActive: true,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
}

test('what a caller wants is read once, however many resources it is asked of', () => {
  let reads = 0
  const projection = {
    get attributes() {
      reads += 1
      return Array.from({ length: 900 }, (_, index) => `a${index % 10}`).join(',')
    },
  }
  for (let count = 0; count < 200; count += 1)
    expect(Object.keys(presentScimUser(row, { base: '', groups: [], projection }))).toEqual(['schemas', 'id'])
  expect(reads).toBe(1)
})

test.each([
  [{}, 'members', true],
  [{ attributes: 'userName' }, 'userName', true],
  [{ attributes: 'userName' }, 'title', false],
  [{ attributes: 'urn:ietf:params:scim:schemas:core:2.0:User:NAME.familyName' }, 'name', true],
  [{ attributes: 'name.familyName' }, 'name.familyName', true],
  [{ attributes: 'name.familyName' }, 'name.givenName', false],
  [{ attributes: '' }, 'userName', false],
  [{ attributes: 'title' }, 'id', true],
  [{ excludedAttributes: ' Members ,x' }, 'members', false],
  [{ excludedAttributes: 'name.familyName' }, 'name', true],
  [{ excludedAttributes: 'name.familyName' }, 'name.familyName', false],
])('of %j the attribute %s is wanted: %s', (projection, path, expected) => {
  expect(isWanted(projection, path)).toBe(expected)
})
