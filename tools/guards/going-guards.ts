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
        text: 'data: isShown ? { shownTo: givenBy } : { givenBy },',
        instead: 'data: isShown ? { shownTo: givenBy } : { givenBy: undefined as unknown as string },',
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
        file: `${DATABASE}/system/live-sessions.ts`,
        text: ".where(({ or, eb }) => or([eb('signedInAt', '<=', own), eb('signedInAt', '>', latest)]))",
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
  {
    against: 'a password that was reset while somebody signs in by it',
    attacks: [48],
    changes: [
      {
        file: `${DATABASE}/system/session-proof.ts`,
        text: "user = user.where('passwordHash', '=', proof.passwordHash)",
        instead: 'user = user.limit(1)',
      },
    ],
    test: {
      file: `${SERVER}/proofs-taken-back.test.ts`,
      title: 'a password that is reset meanwhile begins no session, and is told as a wrong one',
    },
  },
  {
    against: 'a refresh that outlives the end of its sign-in',
    attacks: [48],
    changes: [
      {
        file: `${DATABASE}/system/end-sessions.ts`,
        text: 'while ((await endSome()) > 0);',
        instead: 'await endSome()',
      },
    ],
    test: {
      file: `${DATABASE}/system/sessions.test.ts`,
      title: 'a refresh at the moment that ends %s leaves none that goes on',
    },
  },
  {
    against: 'a body that outlives the right of its sender',
    attacks: [48],
    changes: [
      {
        file: `${SERVER}/gate.ts`,
        text: 'const LATE_MS = 500',
        instead: 'const LATE_MS = 500_000_000',
      },
    ],
    test: {
      file: `${SERVER}/late-bodies.test.ts`,
      title: 'does nothing for who was barred meanwhile',
    },
  },
  {
    against: 'an assertion by certificates of before',
    attacks: [55],
    changes: [
      {
        file: 'packages/operations/src/sign-on/saml-sign-on.ts',
        text: 'if (ticket.settings !== hashToken(method.sealed)) throw unknownWay()',
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/proofs-taken-back.test.ts`,
      title: 'an assertion that was read by certificates of before opens nothing by others',
    },
  },
]
