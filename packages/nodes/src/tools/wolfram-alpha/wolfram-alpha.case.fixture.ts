import { type FakeServer, type ToolCase, textReply } from '../tool-case.fixture.ts'

const server: FakeServer = {
  hosts: ['www.wolframalpha.com'],
  answer({ method, url }) {
    if (method !== 'GET' || url.pathname !== '/api/v1/llm-api')
      return { ...textReply('No such path'), status: 404 }
    if (url.searchParams.get('appid') !== 'WOLF-TEST-ID')
      return { ...textReply('Invalid appid'), status: 403 }
    const input = url.searchParams.get('input')
    if (input === 'integrate x^2') return textReply('Query:\n"integrate x^2"\n\nResult:\nx^3/3 + constant')
    return { ...textReply('Wolfram|Alpha did not understand your input'), status: 501 }
  },
  huge: () => textReply('word '.repeat(100_000)),
  answersAnything: true,
}

/** WolframAlpha in the tests of the family. */
export const wolframAlphaCase: ToolCase = {
  node: 'wolframAlpha',
  credential: { wolframAlphaAppId: 'WOLF-TEST-ID' },
  input: { input: 'integrate x^2' },
  says: 'x^3/3',
  wrong: [[{}, '"input" is missing']],
  server,
}
