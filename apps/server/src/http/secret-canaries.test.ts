import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CanaryInstallation, makeCanaryInstallation, SHOWN_NAME } from '../testing/canaries.ts'
import { findSecrets } from '../testing/canary-credentials.ts'
import { SHOWN_PERSON } from '../testing/canary-provider.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const routes = Object.entries(allRoutes) as [string, RouteDefinition][]
const gets = routes.filter(([, { method }]) => method === 'GET')
const writes = routes.filter(([, { method, body }]) => method !== 'GET' && body !== undefined)
/** The things whose ids a path may name, by its beginning; a route of none of them is asked for each. */
const KINDS: [RegExp, string[]][] = [
  [/^\/(executions|runs)\b/, ['run', 'failedRun', 'keyedRun']],
  [/^\/(credentials|workspace\/shared)\b/, ['credential', 'account']],
  [/^\/custom-mcp-servers\b/, ['mcpServer']],
  [/^\/(document-store|upsert-history)\b/, ['store']],
  [/^\/tools\b/, ['tool']],
  [/^\/marketplaces\/custom\b/, ['template']],
  [/^\/scim\/v2\/Users\b/, ['scimUser']],
  [/^\/scim\/v2\/Groups\b/, ['scimGroup']],
  [/^\/scim\/v2\/ResourceTypes\b/, ['scimKind']],
  [/^\/scim\/v2\/Schemas\b/, ['scimSchema']],
]
/** GETs that tell nobody here anything, and why; every other one is answered at least once. */
const UNANSWERED: Record<string, string> = {
  beginSignOn: 'sends a browser on',
  finishAssertion: 'sends a browser on',
  finishSignOn: 'sends a browser on',
  finishSsoSignIn: 'wants a token of a sign-in that just ended',
  finishAuthorisation: 'wants a code and a state that were not used',
  fetchLinks: 'asks a site, which is not here',
  getTemplate: 'wants the id of a template that ships with the product',
  getLoaderFile: 'the loader was given text, and has no file',
  getUploadFile: 'no chat here has a file',
  listVoices: 'asks a vendor of speech, who is not here',
  listFlowsOfKey: 'wants a key in its address, which a test of its own gives',
  verifyApiKey: 'wants a key in its address, which a test of its own gives',
}
const OTHERS: Record<string, string> = {
  name: 'openAIApi',
  type: 'API_KEY',
  place: '1',
  lastUpdatedDateTime: '2026-01-01',
}

/** What a route is asked with: each of the things that it may be about. */
function pathsOf({ path }: RouteDefinition, ids: Record<string, string>): string[] {
  const kinds = KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? ['flow', 'calling']
  const fill = (kind: string) =>
    path
      .replace(/:(id|chatflowid)\b/, ids[kind] ?? '')
      .replace(':storeId', ids.store ?? '')
      .replace(':loaderId', ids.loader ?? '')
      .replace(':testId', ids.retrievalTest ?? '')
      .replace(':organizationId', ids.organization ?? '')
      .replace(/^(\/nodes|\/node-icon)\/:name$/, '$1/chatOpenAI')
      .replaceAll(/:(\w+)/g, (_whole, name: string) => OTHERS[name] ?? 'x')
  return [...new Set(kinds.map(fill))].map((filled) => `${API_PREFIX}${filled}`)
}

/** What a crawl that sees something has seen. */
const SHOWN = [SHOWN_NAME, SHOWN_PERSON]

/** Ways to ask for more than a plain call gives. */
const QUERIES = ['', '?view=full', '?kind=all', '?format=csv', '?attributes=password,token,hash']

describe.each(databaseKinds)('secrets on %s', (kind) => {
  let installation: CanaryInstallation
  beforeAll(async () => {
    installation = await makeCanaryInstallation(kind)
  }, 120_000)
  afterAll(() => installation.scene.stop())

  const findIn = (text: string) => findSecrets(installation.secrets, text)

  async function read(caller: TestCaller, path: string) {
    const response = await caller.open('GET', path)
    const headers = JSON.stringify([...response.headers])
    return { status: response.status, text: `${headers}\n${await response.text()}` }
  }

  /** All that a route tells a caller, whatever is asked beside its path. */
  async function readAll(caller: TestCaller, path: string) {
    const { user, workspace } = installation.ids
    const named = [`?id=${user}`, `?workspaceId=${workspace}`]
    const answers = await Promise.all([...QUERIES, ...named].map((query) => read(caller, `${path}${query}`)))
    const isAnswered = answers.some(({ status }) => status < 300)
    return { text: answers.map(({ text }) => text).join('\n'), isAnswered }
  }

  /** Everybody, with each route and what it is asked with. */
  function* walk(
    of: typeof routes,
  ): Generator<{ who: string; caller: TestCaller; name: string; path: string }> {
    const { insiders, strangers, providers, ids } = installation
    for (const [who, caller] of Object.entries({ ...insiders, ...strangers, ...providers }))
      for (const [name, route] of of)
        for (const path of pathsOf(route, ids)) yield { who, caller, name, path }
  }

  test('there is one in every place that takes one, and none in what the runs answered', () => {
    expect(installation.secrets.size).toBeGreaterThan(80)
    expect(installation.answers.flatMap((answer) => findIn(answer))).toEqual([])
  })

  test('no GET and no export tells one, whoever asks', async () => {
    const { insiders, strangers, providers, ofEditors } = installation
    const isHidden = (who: string, text: string) =>
      who in strangers && ofEditors.some((each) => text.includes(each))
    const answered = new Set<string>()
    const seen = new Set<string>()
    for (const { who, caller, name, path } of walk(gets)) {
      const { text, isAnswered } = await readAll(caller, path)
      expect([who, path, findIn(text), isHidden(who, text)]).toEqual([who, path, [], false])
      if (isAnswered) answered.add(name)
      for (const word of SHOWN) if (text.includes(word)) seen.add(`${who} ${word}`)
    }
    const unanswered = gets.map(([name]) => name).filter((name) => !answered.has(name))
    expect(unanswered.toSorted()).toEqual(Object.keys(UNANSWERED).toSorted())
    const meets = (callers: object, word: string) =>
      Object.keys(callers).map((who) => seen.has(`${who} ${word}`))
    expect(meets(insiders, SHOWN_NAME)).toEqual([true, true, true])
    expect(meets(providers, SHOWN_PERSON)).toEqual([true])
    expect(seen).not.toContain(`anonymous ${SHOWN_NAME}`)
    // Also a key that may read logs reads those of its own workspace alone.
    expect(meets(strangers, SHOWN_PERSON)).toEqual([false, false, false])
  })

  test('a key in an address opens none', async () => {
    const key = installation.secrets.get('API key') ?? ''
    for (const path of ['/verify/apikey', '/chatflows/apikey']) {
      const { status, text } = await read(
        installation.scene.server.anonymous(),
        `${API_PREFIX}${path}/${key}`,
      )
      expect([status, findIn(text)]).toEqual([200, []])
    }
  })

  test('no refusal repeats one that was sent', async () => {
    const sent = 'canary-that-was-sent-7f2c'
    for (const { who, caller, name, path } of walk(writes)) {
      for (const body of [{ password: [sent], plainDataObj: sent, [name]: sent }, `{"password":"${sent}"`]) {
        const { text } = await caller.call(allRoutes[name as keyof typeof allRoutes].method, path, body)
        expect([who, name, text.includes(sent)], text).toEqual([who, name, false])
      }
    }
  })

  test('no line of the log holds one, and no row of the database in clear', async () => {
    const { logLines, scene, ids } = installation
    expect(logLines.length).toBeGreaterThan(3)
    for (const line of logLines) expect([findIn(line), line]).toEqual([[], line])
    const dump = await scene.server.dump()
    expect(dump).toContain(ids.credential)
    expect(findIn(dump)).toEqual([])
  })
})
