import type { Guard } from './guard.ts'
import { DRIVERS, OPERATIONS, SERVER } from './guard-folders.ts'

/** Guards of secrets, files and what leaves the server. */
export const SECRET_GUARDS: readonly Guard[] = [
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
    against: 'a credential that goes by http where https was agreed to',
    attacks: [64],
    changes: [
      {
        file: `${OPERATIONS}/credentials/credential-hosts.ts`,
        text: "if (!url || url.host === '') return undefined",
        instead:
          "if (!url || url.host === '') return undefined\n  if (url.protocol === 'http:') url.protocol = 'https:'",
      },
    ],
    test: {
      file: `${SERVER}/credential-consent.test.ts`,
      title: 'is for https or http as it was given, not for the other one',
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
    against: 'calls to addresses inside by the outgoing proxy, by a name that is known here to lead there',
    attacks: [88],
    changes: [
      {
        file: `${DRIVERS}/egress/address-guard.ts`,
        text: 'assertPublic(target, await resolveName(target.host, lookup, patience).catch(() => []))',
        instead: '',
      },
    ],
    test: {
      file: `${DRIVERS}/egress/outgoing-proxy.test.ts`,
      title: 'nor is a name of which one address is not public',
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
        text: 'return withoutMarks(said) as JsonObject',
        instead: 'return said as JsonObject',
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
    against: 'what a vendor sends in the place of a picture',
    attacks: [96],
    changes: [
      {
        file: `${OPERATIONS}/files/picture-file.ts`,
        text: 'if (ending === undefined)',
        instead: "if (ending === 'none')",
      },
    ],
    test: { file: `${OPERATIONS}/files/picture-file.test.ts`, title: '%j is no picture' },
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
