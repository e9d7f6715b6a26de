import type { Guard } from './guard.ts'

const DATABASE = 'packages/db/src'
const SERVER = 'apps/server/src/http'

/** Walls against who went, and against who was led: what somebody left behind, and sessions that are not whose they seem. */
export const GOING_GUARDS: readonly Guard[] = [
  {
    against: 'tokens for SCIM of who administers no more',
    attacks: [48],
    changes: [
      {
        file: `${DATABASE}/provisioning/scim-token-store.ts`,
        text: ".where('organizationMembers.isAdmin', '=', true)",
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/scim-token-makers.test.ts`,
      title: 'a token opens nothing from the moment on that its maker is %s',
    },
  },
  {
    against: 'mailed invitations of who was removed',
    attacks: [54],
    changes: [
      {
        file: 'packages/operations/src/accounts/invitation-link.ts',
        text: 'mayBeShown(context) ? shown : { givenBy },',
        instead: 'mayBeShown(context) ? shown : { givenBy: undefined as unknown as string },',
      },
    ],
    test: {
      file: `${SERVER}/invitations.test.ts`,
      title: 'open nothing of who could not give it any more',
    },
  },
  {
    against: 'a stolen session that keeps its owner out',
    attacks: [48],
    changes: [
      {
        file: `${DATABASE}/system/session-store.ts`,
        text: ".where('signedInAt', '<=', own)",
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/account-life.test.ts`,
      title: 'cannot be kept out by a session that was stolen: it ends none that signed in after it',
    },
  },
  {
    against: 'sign-ins that a page of another site begins',
    attacks: [55],
    changes: [
      {
        file: `${SERVER}/handlers/sign-on-handlers.ts`,
        text: 'if (isLedByOthers(request)) return',
        instead: 'if (isLedByOthers(request) && false) return',
      },
    ],
    test: {
      file: `${SERVER}/sign-on-attacks.test.ts`,
      title: 'a browser (%s) begins nothing, and keeps its session',
    },
  },
]
