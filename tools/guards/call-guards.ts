import type { Guard } from './guard.ts'
import { DB, OPERATIONS, SERVER } from './guard-folders.ts'

/** Guards of calls, and the rows that they reach. */
export const CALL_GUARDS: readonly Guard[] = [
  {
    against: 'streams that go on for who is let in no more',
    attacks: [12, 119],
    changes: [
      {
        file: `${SERVER}/caller-watch.ts`,
        text: 'if (isIn) return',
        instead: 'if (isIn || !isIn) return',
      },
    ],
    test: {
      file: `${SERVER}/lasting-streams.test.ts`,
      title:
        'ends for who is barred, leaves, is signed out or has a key that is revoked, and goes on for others',
    },
  },
  {
    against: 'calls that another site forges with the cookies of somebody signed in',
    attacks: [104],
    changes: [
      {
        file: `${SERVER}/gate.ts`,
        text: `if (principal.kind === 'user') checkRequestOrigin(request, gate.appUrl)`,
        instead: '',
      },
    ],
    test: { file: `${SERVER}/forged-calls.test.ts`, title: '$method $path is refused' },
  },
  {
    against: 'pages of other sites that read answers',
    attacks: [103],
    changes: [
      {
        file: `${SERVER}/apply-cors.ts`,
        text: 'if (!listed && !(await flowAllows(rules.context, route, { request, origin }))) return',
        instead: '',
      },
    ],
    test: { file: `${SERVER}/cors.test.ts`, title: 'reads no answer of $method $path' },
  },
  {
    against: 'people and keys that call what their role or scope does not hold',
    attacks: [1, 12],
    changes: [
      {
        file: `${SERVER}/gate.ts`,
        text: `else if (permissions !== 'every-caller') authorize(principal, permissions)`,
        instead: '',
      },
    ],
    test: { file: `${SERVER}/api-keys.test.ts`, title: 'opens what it holds and nothing else [S6-PERM-10]' },
  },
  {
    against: 'calls of features that are switched off',
    attacks: [128],
    changes: [
      {
        file: `${SERVER}/gate.ts`,
        text: "if (!showsFeature(features, feature)) throw refusalOf('forbidden', tellWhy('platform_without'))",
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/route-rights.test.ts`,
      title: '%s is not there, not even for its administrator',
    },
  },
  {
    against: 'closed paths that a stranger learns of by a method that they do not have',
    attacks: [5],
    changes: [
      {
        file: `${SERVER}/known-methods.ts`,
        text: 'return all.filter((one) => open.has(one.gate))',
        instead: 'return [...all]',
      },
    ],
    test: { file: `${SERVER}/path-tricks.test.ts`, title: '%s tells who may know it what it has' },
  },
  {
    against: 'rows of another workspace, by the layer over SQLite',
    attacks: [16, 17, 18],
    changes: [
      {
        file: `${DB}/tenant/own-rows.ts`,
        text: 'return isEqual(ownerColumnOf(scope, table), ValueNode.create(scope.owner))',
        instead: 'return isEqual(ownerColumnOf(scope, table), ownerColumnOf(scope, table))',
      },
    ],
    test: {
      file: `${DB}/tenant/tenancy.test.ts`,
      title: 'no list holds or counts rows of another workspace, whatever is asked',
    },
  },
  {
    against: 'rows of another workspace, by row-level security of PostgreSQL',
    attacks: [32],
    changes: [
      {
        file: `${DB}/migrations/row-security.ts`,
        text: `return [...rules, SYSTEM_SCOPE].join(' or ')`,
        instead: `return ['true', ...rules, SYSTEM_SCOPE].join(' or ')`,
      },
    ],
    test: {
      file: `${DB}/tenant/tenancy.test.ts`,
      title: 'without a tenant the role of the product sees no row of any tenant table',
    },
  },
  {
    against: 'an entry of the audit log that was changed by who can write to the database',
    attacks: [125],
    changes: [
      {
        file: `${OPERATIONS}/audit/chain-audit.ts`,
        text: 'return entry.hash === hash ? undefined :',
        instead: 'return hash.length > 0 ? undefined :',
      },
    ],
    test: {
      file: `${SERVER}/audit-log.test.ts`,
      title: 'show what was changed by who took the guard of the table away',
      goesOnFromOthers: true,
    },
  },
  {
    against: 'a privileged act that the audit log does not have',
    attacks: [125],
    changes: [
      {
        file: `${SERVER}/register-routes.ts`,
        text: `if (route.method === 'GET' || route.audit !== undefined) return`,
        instead: `if (route.path !== '') return`,
      },
    ],
    test: {
      file: `${SERVER}/route-policy.test.ts`,
      title: 'a route that may change something and says nothing of the audit log stops the start',
    },
  },
  {
    against: 'accounts of another organisation by their id',
    attacks: [16, 35],
    changes: [
      {
        file: `${OPERATIONS}/people/get-user.ts`,
        text: '(await people.find(person.organizationId, user?.id ?? NOBODY)) !== undefined',
        instead: `(await people.find(person.organizationId, user?.id ?? NOBODY)) !== null`,
      },
    ],
    test: {
      file: `${SERVER}/foreign-ids.test.ts`,
      title: 'of a %s are unknown ones wherever a call names them',
    },
  },
]
