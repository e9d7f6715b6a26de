import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import { type FakeServer, jsonReply, type SentRequest } from './tool-case.fixture.ts'

/** The fields of an account as a request gets them. */
export const account = { accessToken: 'test-token-of-an-account' }

/** What a service behind an account is made of. */
interface AccountFacts {
  hosts: string[]
  /** What it says of a request that breaks its rules; undefined for one that it takes. */
  refuse(sent: SentRequest): string | undefined
  /** What it answers; nothing for what has no answer. */
  answer(sent: SentRequest): JsonValue
  /** A long answer in its own form. */
  huge(text: string): JsonValue
}

/** A service that serves the token of the account, keeps its own rules, and takes JSON as JSON only. */
export function fakeAccount({ hosts, refuse, answer, huge }: AccountFacts): FakeServer {
  return {
    hosts,
    answer(sent): HttpReply {
      if (sent.headers.authorization !== `Bearer ${account.accessToken}`)
        return jsonReply({ error: { code: 401, message: 'Invalid Credentials' } }, 401)
      const fault = refuse(sent)
      if (fault !== undefined) return jsonReply({ error: { code: 400, message: fault } }, 400)
      const answered = answer(sent)
      return answered === null ? { status: 204, headers: {}, body: '' } : jsonReply(answered)
    },
    huge: () => jsonReply(huge('word '.repeat(50_000))),
  }
}
