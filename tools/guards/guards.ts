import type { Guard } from './guard.ts'

const SERVER = 'apps/server/src/http'
const DB = 'packages/db/src'
const OPERATIONS = 'packages/operations/src'
const DRIVERS = 'packages/drivers/src'

/** Guards of different kinds, each with the test that must fail when it is taken out (`npm run guards`). */
export const GUARDS: readonly Guard[] = [
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
        file: `${SERVER}/gate.ts`,
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
        text: 'if (!showsFeature(principal.features, feature)) throw forbidden()',
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/route-rights.test.ts`,
      title: '%s is not there, not even for its administrator',
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
        file: `${DB}/system/session-store.ts`,
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
      { file: `${SERVER}/sign-in-limit.ts`, text: 'if (waitMs > 0) throw tooMany(waitMs)', instead: '' },
    ],
    test: { file: `${SERVER}/account.test.ts`, title: 'slows guessing' },
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
    against: 'a shared credential that is sent where the other workspace says',
    attacks: [38, 64],
    changes: [
      {
        file: `${OPERATIONS}/credentials/open-vendor.ts`,
        text: 'if (row.isShared) refuseHosts(row, nodeId, hosts)',
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/shared-items.test.ts`,
      title:
        'a shared credential goes to no host that the other workspace names, also when options are asked for',
    },
  },
  {
    against: 'calls to addresses inside, by a name that resolves to one',
    attacks: [85],
    changes: [
      {
        file: `${DRIVERS}/egress/address-guard.ts`,
        text: 'if (!isListed) assertPublic(target, [first, ...others])',
        instead: '',
      },
    ],
    test: {
      file: `${DRIVERS}/egress/address-guard.test.ts`,
      title: 'http://%s is denied and no packet leaves',
    },
  },
  {
    against: 'a way to another site after the sign-in',
    attacks: [60],
    changes: [
      {
        file: 'packages/client/src/session-end.ts',
        text: 'return target.origin === origin ? target : undefined',
        instead: 'return target',
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
    against: 'a challenge of a passkey that is answered twice',
    attacks: [58],
    changes: [
      {
        file: `${DB}/system/passkey-store.ts`,
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
    against: 'a secret variable that is sent to a host to which nobody agreed',
    attacks: [64],
    changes: [
      {
        file: `${DRIVERS}/egress/fill-secrets.ts`,
        text: 'if (!url.hostname.includes(mark) && isAtSecretHost(hosts, url)) return',
        instead: 'if (hosts.length > 0) return',
      },
    ],
    test: {
      file: `${DRIVERS}/egress/fill-secrets.test.ts`,
      title: 'to a host that is not agreed to, in its %s',
    },
  },
  {
    against: 'a server that leads a secret variable on to another host',
    attacks: [65],
    changes: [
      {
        file: `${DRIVERS}/egress/fill-secrets.ts`,
        text: 'this.#assertNotLedAway(request.url)',
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/secret-variables.test.ts`,
      title: 'does not follow a server that leads the value elsewhere',
    },
  },
  {
    against: 'a secret variable that is led to a host of somebody who does not know it',
    attacks: [64],
    changes: [
      {
        file: `${OPERATIONS}/variables/change-secret.ts`,
        text: 'if (plain === undefined) checkAgreement(principal, agreed, hosts)',
        instead: 'if (plain === undefined) hosts.push(...agreed)',
      },
    ],
    test: {
      file: `${SERVER}/secret-variable-rules.test.ts`,
      title: 'go to another host by who gives the value anew, or may change credentials',
    },
  },
  {
    against: 'a mark of a secret variable that a stranger read, and says to the run that goes on',
    attacks: [64],
    changes: [
      {
        file: `${OPERATIONS}/runs/answer-waiting-run.ts`,
        text: 'return by === null ? (mapStrings(said, withoutMarks) as JsonObject) : said',
        instead: 'return mapStrings(said, (text) => (by === null ? text : withoutMarks(text))) as JsonObject',
      },
    ],
    test: {
      file: `${SERVER}/secret-variables.test.ts`,
      title: 'goes on after a question with the same mark, and takes none out of the answer of a stranger',
    },
  },
  {
    against: 'a key in the words of a vendor',
    attacks: [71],
    changes: [
      {
        file: `${DRIVERS}/vault/scrubber.ts`,
        text: 'return pattern ? rest.replace(pattern, SECRET_MASK) : rest',
        instead: 'return pattern ? rest : text',
      },
      {
        file: 'packages/providers/src/ai-sdk/describe-vendor-error.ts',
        text: ".reduce((said, secret) => said.replaceAll(secret, '•••'), text)",
        instead: '.reduce((said) => said, text)',
      },
    ],
    test: {
      file: `${SERVER}/vendor-errors.test.ts`,
      title: 'a failed run is kept with its error and without the key, and leaves no messages: %j',
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
    against: 'a sign-in that costs less for somebody whom nobody knows',
    attacks: [51],
    changes: [
      {
        file: `${OPERATIONS}/auth/sign-in.ts`,
        text: ': await passwords.dummyVerify(password)',
        instead: ': false',
      },
    ],
    test: {
      file: `${SERVER}/equal-work.test.ts`,
      title: 'to sign in is the same for a person who is unknown, one who is known, invited, or barred',
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
  {
    against: 'files that a browser takes for pages of ours',
    attacks: [96],
    changes: [
      {
        file: `${SERVER}/send-file.ts`,
        text: `if (!isHarmless) reply.header('Content-Security-Policy', "sandbox; default-src 'none'")`,
        instead: '',
      },
    ],
    test: {
      file: `${SERVER}/hostile-files.test.ts`,
      title: 'a stored file of the type %s is no page of ours',
    },
  },
  {
    against: 'keys of files that lead into another bucket',
    attacks: [98],
    changes: [
      {
        file: 'packages/nodes/src/document-loaders/read-bucket.ts',
        text: `if (steps.some((step) => step === '.' || step === '..')) throw noKey(key)`,
        instead: 'if (steps.length === 0) throw noKey(key)',
      },
    ],
    test: {
      file: 'packages/nodes/src/document-loaders/read-bucket.test.ts',
      title: 'a key that leads out of its bucket is asked of nobody: %s',
    },
  },
  {
    against: 'vectors that outlive their document store',
    attacks: [100],
    changes: [
      {
        file: `${OPERATIONS}/document-stores/delete-store.ts`,
        text: 'await vectors.retireStore(id)',
        instead: 'await vectors.giveToStore(id, [])',
      },
    ],
    test: {
      file: `${SERVER}/hostile-files.test.ts`,
      title:
        'what is deleted takes its files, vectors, runs and messages along, and nothing of its neighbour',
    },
  },
]
