import { isRunnelError } from '@runnel/contract'
import { expect, test } from 'vitest'
import { parseFilter } from './parse-filter.ts'
import { parsePath } from './parse-path.ts'

function faultOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    if (isRunnelError(error)) return error.body.scimType
    throw error
  }
  return 'none'
}

const compare = (path: string, operator: string, value: unknown) => ({
  kind: 'compare',
  path,
  operator,
  value,
})

test.each([
  ['userName eq "bjensen"', compare('username', 'eq', 'bjensen')],
  ['USERNAME Eq "Bjensen"', compare('username', 'eq', 'Bjensen')],
  ['name.familyName co "O\'Malley"', compare('name.familyname', 'co', "O'Malley")],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', compare('username', 'sw', 'J')],
  ['title pr', { kind: 'present', path: 'title' }],
  ['meta.lastModified gt "2011-05-13T04:42:34Z"', compare('meta.lastmodified', 'gt', '2011-05-13T04:42:34Z')],
  ['active eq True', compare('active', 'eq', true)],
  ['externalId eq null', compare('externalid', 'eq', null)],
  ['userName eq "a \\"quoted\\" (name)"', compare('username', 'eq', 'a "quoted" (name)')],
  [
    'a eq 1 or b eq 2 and c eq 3',
    {
      kind: 'or',
      parts: [compare('a', 'eq', 1), { kind: 'and', parts: [compare('b', 'eq', 2), compare('c', 'eq', 3)] }],
    },
  ],
  [
    'not (title pr) and (a eq 1 or b eq 2)',
    {
      kind: 'and',
      parts: [
        { kind: 'not', part: { kind: 'present', path: 'title' } },
        { kind: 'or', parts: [compare('a', 'eq', 1), compare('b', 'eq', 2)] },
      ],
    },
  ],
  [
    'emails[type eq "work" and value co "@example.com"]',
    {
      kind: 'within',
      path: 'emails',
      part: { kind: 'and', parts: [compare('type', 'eq', 'work'), compare('value', 'co', '@example.com')] },
    },
  ],
])('%s is read', (source, expected) => {
  expect(parseFilter(source)).toEqual(expected)
})

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq "open',
  'userName like "x"',
  'userName eq x',
  'eq "x"',
  '(userName eq "x"',
  'userName eq "x")',
  'userName eq "x" userName eq "y"',
  'userName eq "x" and',
  'emails[type eq "work"',
  '__proto__[ eq 1',
  'userName eq {"a":1}',
  "userName eq 'x'",
])('%s is refused as no filter', (source) => {
  expect(faultOf(() => parseFilter(source))).toBe('invalidFilter')
})

test.each([
  ['deep', `${'('.repeat(1_000)}a eq 1${')'.repeat(1_000)}`],
  ['deep in not', `${'not ('.repeat(400)}a eq 1${')'.repeat(400)}`],
  ['deep in brackets', `${'a['.repeat(600)}b eq 1${']'.repeat(600)}`],
  ['wide', Array.from({ length: 200 }, () => 'a eq 1').join(' or ')],
  ['long', `a eq "${'x'.repeat(100_000)}"`],
  ['a flood of quotes', '"'.repeat(1_999)],
  ['a flood of escapes', `a eq "${'\\'.repeat(1_990)}`],
  ['a flood of schemas', `urn:${':'.repeat(1_900)}!`],
])('a filter that is %s is refused at once', (_what, source) => {
  const begun = performance.now()
  expect(faultOf(() => parseFilter(source))).toBe('invalidFilter')
  expect(performance.now() - begun).toBeLessThan(200)
})

test.each([
  ['active', { attribute: 'active' }],
  ['name.givenName', { attribute: 'name', part: 'givenname' }],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', { attribute: 'department' }],
  ['members[value eq "1"]', { attribute: 'members', filter: compare('value', 'eq', '1') }],
  [
    'emails[type eq "work"].value',
    { attribute: 'emails', part: 'value', filter: compare('type', 'eq', 'work') },
  ],
  [
    'emails[type eq "a]b"].value',
    { attribute: 'emails', part: 'value', filter: compare('type', 'eq', 'a]b') },
  ],
])('the path %s is read', (source, expected) => {
  expect(parsePath(source)).toMatchObject(expected)
})

test.each(['', 'a b', '[value eq "1"]', 'emails[', 'emails[type]', 'a.b.c', 'x'.repeat(2_000)])(
  '%s is refused as no path',
  (source) => {
    expect(faultOf(() => parsePath(source))).toBe('invalidPath')
  },
)
