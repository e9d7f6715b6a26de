import { isRunnelError } from '@runnel/contract'
import type { ScimUserRecord } from '@runnel/db'
import { describe, expect, test, vi } from 'vitest'
import { readGroupPatch } from './patch-group.ts'
import { readPatch } from './patch-operations.ts'
import { patchUser } from './patch-user.ts'
import { readUserRecord } from './user-record.ts'

const ID = '2819c223-7f76-453a-919d-413861904646'
const WORK = { value: 'bjensen@example.com', type: 'work', primary: true }

const record: ScimUserRecord = readUserRecord({
  userName: 'bjensen@example.com',
  externalId: 'ext',
  displayName: 'Babs Jensen',
  name: { givenName: 'Barbara', familyName: 'Jensen', formatted: 'Ms. Barbara J Jensen' },
  emails: [WORK],
  active: true,
})

const patched = async (...operations: object[]) =>
  patchUser(record, await readPatch({ Operations: operations }, ID))

test.each<[string, object[], Partial<ScimUserRecord>]>([
  ['Okta: deactivates', [{ op: 'replace', value: { active: false } }], { isActive: false }],
  ['Okta: sends the id along', [{ op: 'replace', value: { id: ID, active: false } }], { isActive: false }],
  ['Entra: deactivates by a text', [{ op: 'Replace', path: 'active', value: 'False' }], { isActive: false }],
  [
    'Entra: several at once',
    [
      { op: 'Replace', path: 'displayName', value: 'Barbara' },
      { op: 'Add', path: 'name.familyName', value: 'Smith' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'b@example.com' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Tea',
      },
    ],
    { displayName: 'Barbara', familyName: 'Smith', emails: [{ ...WORK, value: 'b@example.com' }] },
  ],
  [
    'Entra: dotted names without a path',
    [{ op: 'replace', value: { 'name.givenName': 'Bab', displayName: 'B' } }],
    { givenName: 'Bab', displayName: 'B' },
  ],
  [
    'Entra: an address that is not there yet',
    [{ op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.com' }],
    { emails: [WORK, { value: 'home@example.com', type: 'home' }] },
  ],
  [
    'a whole name',
    [{ op: 'replace', path: 'name', value: { familyName: 'S' } }],
    { familyName: 'S', givenName: 'Barbara' },
  ],
  ['a removed name', [{ op: 'remove', path: 'name.givenName' }], { givenName: null }],
  ['removed addresses', [{ op: 'remove', path: 'emails[type eq "work"]' }], { emails: [] }],
  [
    'a removed part of an address',
    [{ op: 'remove', path: 'emails[type eq "work"].primary' }],
    { emails: [{ value: WORK.value, type: 'work' }] },
  ],
  [
    'one more address, which is primary',
    [{ op: 'add', path: 'emails', value: [{ value: 'x@example.com', primary: true }] }],
    {
      emails: [
        { ...WORK, primary: false },
        { value: 'x@example.com', primary: true },
      ],
    },
  ],
  ['a password, which is nobody’s business', [{ op: 'replace', path: 'password', value: 'x' }], {}],
  ['roles, which are not kept', [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'x' }], {}],
])('%s', async (_what, operations, changed) => {
  expect(await patched(...operations)).toEqual({ ...record, ...changed })
})

test.each<[string, object | object[], string]>([
  ['another id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  ['a removed id', { op: 'remove', path: 'id' }, 'mutability'],
  ['a removed userName', { op: 'remove', path: 'userName' }, 'mutability'],
  ['an unknown attribute', { op: 'replace', path: 'shoeSize', value: 1 }, 'invalidPath'],
  ['a prototype', { op: 'replace', path: 'constructor', value: 1 }, 'invalidPath'],
  ['an unknown operation', { op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
  ['no operation', [], 'invalidSyntax'],
  ['remove without a path', { op: 'remove' }, 'noTarget'],
  ['an address without a choice', { op: 'replace', path: 'emails.value', value: 'x' }, 'noTarget'],
  [
    'a choice that says nothing',
    { op: 'replace', path: 'emails[type ne "work"].value', value: 'x' },
    'noTarget',
  ],
  ['a text for a truth value', { op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  ['a text of several lines', { op: 'replace', path: 'displayName', value: 'a\r\nBcc: x' }, 'invalidValue'],
  ['a huge text', { op: 'replace', path: 'title', value: 'x'.repeat(1_000) }, 'invalidValue'],
  ['an object for a text', { op: 'replace', path: 'title', value: {} }, 'invalidValue'],
  ['a flood of addresses', { op: 'replace', path: 'emails', value: Array(100).fill(WORK) }, 'invalidValue'],
  ['a flood of operations', Array(10_001).fill({ op: 'remove', path: 'title' }), 'tooMany'],
])('%s is refused in SCIM’s word', async (_what, operations, fault) => {
  try {
    await patched(...(Array.isArray(operations) ? operations : [operations]))
    expect.unreachable()
  } catch (error) {
    if (!isRunnelError(error)) throw error
    expect(error.body.scimType).toBe(fault)
  }
})

describe('what is too much', () => {
  const emails = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ value: `a${from + index}@example.com` }))

  test('many operations do not give a person more addresses than one operation may', async () => {
    const add = (from: number) => ({ op: 'add', path: 'emails', value: emails(from, 19) })
    expect((await patched(add(0))).emails).toHaveLength(20)
    await expect(patched(add(0), add(19))).rejects.toThrow('at most 20 addresses')
    const one = { op: 'add', path: 'emails[value eq "more@example.com"].type', value: 'home' }
    await expect(patched(add(0), one)).rejects.toThrow('at most 20 addresses')
  })

  test('operations are counted, also those of an operation without a path', async () => {
    const title = { op: 'replace', path: 'title', value: 'Tea' }
    const many = Array.from({ length: 201 }, () => title)
    await expect(patched(...many)).rejects.toThrow('at most 200 operations')
    const wide = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`name.a${index}`, 'x'] as const),
    )
    await expect(patched({ op: 'add', value: wide })).rejects.toThrow('more than 10000 operations')
  })
  test('between many operations others have the thread, while they are read and done', async () => {
    const now = vi.spyOn(performance, 'now')
    let clock = 0
    // Each piece of work takes so long that it is the only one of its turn.
    now.mockImplementation(() => {
      clock += 10
      return clock
    })
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const operation = { op: 'remove', path: 'members[value eq "a" or value eq "b"]' }
    const Operations = Array.from({ length: 50 }, () => operation)
    const patch = await readGroupPatch(await readPatch({ Operations }, ID))
    isOver = true
    now.mockRestore()
    expect(patch.members).toHaveLength(50)
    expect(turns).toBeGreaterThanOrEqual(3 * 49)
  })
})
