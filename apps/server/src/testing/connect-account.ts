import type { TestCaller } from './test-caller.ts'

/** Connects the account of a credential: its vendor sends the browser back with a code. */
export async function connectAccount(caller: TestCaller, credentialId: string): Promise<void> {
  const begun = await caller.expect<{ authorizationUrl: string }>(
    200,
    'POST',
    `/oauth2-credential/authorize/${credentialId}`,
  )
  const state = new URL(begun.authorizationUrl).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ code: 'of-tests', state })
  const headers = { 'x-request-from': '', 'sec-fetch-site': 'cross-site' }
  const back = await caller.call('GET', `/oauth2-credential/callback?${query}`, undefined, headers)
  if (back.status !== 200) throw new Error(`The account was not connected: ${back.text}`)
}
