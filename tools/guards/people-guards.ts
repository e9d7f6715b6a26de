import type { Guard } from './guard.ts'
import { DB, DRIVERS, OPERATIONS, SERVER } from './guard-folders.ts'

/** Guards of sign-in, people and what they may give each other. */
export const PEOPLE_GUARDS: readonly Guard[] = [
  {
    against: 'providers that make accounts of addresses of others',
    attacks: [53],
    changes: [
      {
        file: `${OPERATIONS}/sign-on/provision-person.ts`,
        text: 'if (!isOwn(email)) throw wrongDomain()',
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/organization-domains.test.ts`,
      title:
        'decide whom the provider of the organisation brings: a stranger to the domain makes no account of it',
    },
  },
  {
    against: 'rights of one workspace that change a role of another',
    attacks: [35],
    changes: [
      {
        file: `${OPERATIONS}/roles/assert-may-change-role.ts`,
        text: '({ roleId }) => roleId === id)',
        instead: '() => false)',
      },
    ],
    test: {
      file: `${SERVER}/roles-in-workspaces.test.ts`,
      title: 'grows by nobody beyond what they hold where it is given',
    },
  },
  {
    against: 'rights of one workspace that reach people of another',
    attacks: [35],
    changes: [
      {
        file: `${OPERATIONS}/people/assert-may-govern.ts`,
        text: 'missingOf(heldIn(workspaceId), permissions)',
        instead: 'missingOf(permissions, permissions)',
      },
    ],
    test: { file: `${SERVER}/governed-people.test.ts`, title: 'is out of reach of %s from there' },
  },
  {
    against: 'a stream that outlives the right by which it was opened',
    attacks: [48],
    changes: [
      {
        file: `${OPERATIONS}/auth/authenticate.ts`,
        text: 'return !hasLeft && needs.every((permission) => now.permissions.includes(permission))',
        instead: 'return !hasLeft',
      },
    ],
    test: {
      file: `${SERVER}/lasting-streams.test.ts`,
      title: 'ends for who loses the right by which it is heard, and goes on for who does not',
    },
  },
  {
    against: 'a first administrator from another machine without the token of the console',
    attacks: [10],
    changes: [
      {
        file: `${SERVER}/setup-guard.ts`,
        text: 'if (given !== undefined && equalInConstantTime(given, token())) return',
        instead: 'return',
      },
    ],
    test: { file: `${SERVER}/account.test.ts`, title: 'needs the console’s token with %s' },
  },
  {
    against: 'a stolen token for refreshing that is used a second time',
    attacks: [7],
    changes: [
      {
        file: `${DB}/system/rotate-session.ts`,
        text: `await endSessions(db, { column: 'familyId', value: used.familyId, at: now })`,
        instead: '',
      },
    ],
    test: {
      file: `${DB}/system/sessions.test.ts`,
      title: 'a reuse after the window ends the whole family, and no other',
    },
  },
  {
    against: 'guessing of passwords',
    attacks: [51],
    changes: [
      {
        file: `${SERVER}/sign-in-limit.ts`,
        text: "if (ownMs > 0) throw tooMany(ownMs, 'tries_exceeded')",
        instead: '',
      },
      {
        file: `${SERVER}/sign-in-limit.ts`,
        text: 'if (heldUpMs > 0 && isFirst !== true) {',
        instead: 'if (heldUpMs < 0 && isFirst !== true) {',
      },
    ],
    test: { file: `${SERVER}/account.test.ts`, title: 'slows guessing' },
  },
  {
    against: 'an organisation without an administrator',
    attacks: [59],
    changes: [
      {
        file: `${DB}/system/people/member-writer.ts`,
        text: "if (isLowered) await assertOtherAdministrator(work.db, member, 'last_administrator')",
        instead: 'void isLowered',
      },
    ],
    test: {
      file: `${DB}/system/people/people.test.ts`,
      title: 'the last administrator stays one, also when two lower each other at the same moment',
    },
  },
  {
    against: 'an organisation whose administrators have no way to sign in',
    attacks: [59],
    changes: [
      {
        file: `${DB}/system/people/other-administrator.ts`,
        text: 'if (after.length === 0)',
        instead: 'if (count === 0)',
      },
    ],
    test: {
      file: `${DB}/sign-on/ways-in.test.ts`,
      title: 'the last one stays, also when two are taken away at the same moment',
    },
  },
  {
    against: 'roles that hold more than who makes them',
    attacks: [34, 35],
    changes: [
      { file: `${OPERATIONS}/people-rights.ts`, text: 'if (missing.length === 0) return', instead: 'return' },
    ],
    test: { file: `${SERVER}/roles.test.ts`, title: 'hold no more than the manager does' },
  },
  {
    against: 'invitations to more than the inviter may do',
    attacks: [34],
    changes: [
      {
        file: `${OPERATIONS}/accounts/invite-user.ts`,
        text: 'if (!holdsAll(inviter, role.permissions))',
        instead: 'if (inviter === undefined)',
      },
    ],
    test: {
      file: `${SERVER}/invitations.test.ts`,
      title: 'give no role that may do more than who gives it',
    },
  },
  {
    against: 'invitations that tell who has an account of another organisation',
    attacks: [46],
    changes: [
      {
        file: `${DB}/system/people/find-person.ts`,
        text: ".where('organizationMembers.organizationId', '=', organizationId)",
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/invited-by-strangers.test.ts`,
      title: 'see the same, byte for byte, whether or not an address has an account elsewhere',
    },
  },
  {
    against: 'accounts of addresses of others by a link that was shown',
    attacks: [54],
    changes: [
      {
        file: `${OPERATIONS}/accounts/accept-invitation.ts`,
        text: 'const mayOpen = isFromMailbox || mayBeShown(context)',
        instead: 'const mayOpen = true',
      },
    ],
    test: {
      file: `${SERVER}/invited-by-strangers.test.ts`,
      title: 'before that opens nothing, and tells nothing: in words, in statements and in hashes',
    },
  },
  {
    against: 'joining with the link of an invitation and without the password of the account',
    attacks: [54],
    changes: [
      {
        file: `${OPERATIONS}/accounts/accept-invitation.ts`,
        text: 'if (!fits || hash === null) throw refuseInvitation()',
        instead: 'if (hash === null) throw refuseInvitation()',
      },
    ],
    test: {
      file: `${SERVER}/invited-by-strangers.test.ts`,
      title:
        'neither learn who came to the other organisation, nor are told what happens to an account there',
    },
  },
  {
    against: 'a way to another site after the sign-in',
    attacks: [60],
    changes: [
      {
        file: 'packages/contract/src/safe-addresses.ts',
        text: 'if (target.origin !== origin) return undefined',
        instead: '',
      },
    ],
    test: {
      file: 'apps/web/src/shell/landing-path.test.ts',
      title: 'an address that is not a page of ours leads to the landing page: %j',
    },
  },
  {
    against: 'a way to another site that looks like a page of ours',
    attacks: [60],
    changes: [
      {
        file: 'packages/contract/src/safe-addresses.ts',
        text: "pathname.startsWith('//') ? undefined : ",
        instead: '',
      },
    ],
    test: {
      file: 'apps/web/src/shell/landing-path.test.ts',
      title: 'an address that is not a page of ours leads to the landing page: %j',
    },
  },
  {
    against: 'a way back from a provider to a sign-in that began elsewhere',
    attacks: [55],
    changes: [
      {
        file: `${DRIVERS}/sign-on/oidc.ts`,
        text: 'expectedState: begun.state,',
        instead: 'expectedState: client.skipStateCheck,',
      },
    ],
    test: {
      file: `${SERVER}/sign-on-attacks.test.ts`,
      title: 'a way back without its state, with another, or in another browser is refused',
    },
  },
  {
    against: 'SAML assertions that are meant for another product',
    attacks: [55],
    changes: [
      {
        file: `${DRIVERS}/sign-on/saml.ts`,
        text: 'audience: service.entityId,',
        instead: 'audience: false as const,',
      },
      {
        file: `${DRIVERS}/sign-on/saml.ts`,
        text: 'if (audiences.length === 0 || !audiences.every(isOurs))',
        instead: 'if (audiences.length === 0 && isOurs === undefined)',
      },
    ],
    test: { file: `${SERVER}/sign-on-attacks.test.ts`, title: 'an assertion %s is refused' },
  },
  {
    against: 'SAML assertions that are signed with SHA-1',
    attacks: [55],
    changes: [
      {
        file: `${DRIVERS}/sign-on/saml.ts`,
        text: 'if (!isSignedSoundly(xml))',
        instead: 'if (!isSignedSoundly(xml) && xml === "")',
      },
    ],
    test: { file: `${SERVER}/sign-on-attacks.test.ts`, title: 'an assertion %s is refused' },
  },
  {
    against: 'a challenge of a passkey that is answered twice',
    attacks: [58],
    changes: [
      {
        file: `${DB}/system/spend-challenge.ts`,
        text: 'return numInsertedOrUpdatedRows === 1n',
        instead: 'return numInsertedOrUpdatedRows !== undefined',
      },
    ],
    test: {
      file: `${SERVER}/passkeys.test.ts`,
      title: 'that never count answer a challenge once too: no count tells the second answer',
    },
  },
  {
    against: 'a sign-in that costs less for somebody whom nobody knows',
    attacks: [51],
    changes: [
      {
        file: `${OPERATIONS}/auth/sign-in.ts`,
        text: ': await passwords.dummyVerify(password, lane)',
        instead: ': false',
      },
    ],
    test: {
      file: `${SERVER}/equal-work.test.ts`,
      title: 'to sign in is the same for a person who is unknown, one who is known, invited, or barred',
    },
  },
  {
    against: 'tries to sign in that start anew at each web process',
    attacks: [51],
    changes: [
      {
        file: `${SERVER}/share-counts.ts`,
        text: 'return (word) => bus.publish(topic, [from, word])',
        instead: 'return () => undefined',
      },
    ],
    test: {
      file: `${SERVER}/sign-in-limit.test.ts`,
      title: 'limits of two processes count together, and one of another name by itself',
    },
  },
]
