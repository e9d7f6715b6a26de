import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerQuestions } from '../machine/answer-questions.ts'
import { PACED_STREAM } from '../vendor/paced-stream.ts'
import type { StreamLoad, StreamLoadResult } from './stream-load.ts'

const MILLISECONDS = 1_000
const LAST_CHARACTERS = 300

interface StreamEnd {
  seconds: number
  text: string
}

/** Reads a stream to its end; the last byte that came with a token counts, not the end of the answer. */
function readStream(agent: Agent, { url, headers }: StreamLoad): Promise<StreamEnd> {
  const body = JSON.stringify({ question: 'Tell me a story.', streaming: true })
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let lastAt = startedAt
    const chunks: Buffer[] = []
    const options = { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } }
    const sent = request(url, options, (response) => {
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (chunk.includes(PACED_STREAM.mark)) lastAt = performance.now()
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ seconds: (lastAt - startedAt) / MILLISECONDS, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Tokens in frames of tokens; other frames repeat the whole text. */
function countTokens(text: string): number {
  return text
    .split('\n\n')
    .filter((frame) => frame.includes('"event":"token"'))
    .reduce((sum, frame) => sum + frame.split(PACED_STREAM.mark).length - 1, 0)
}

async function load(question: StreamLoad): Promise<StreamLoadResult> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const ends = await Promise.allSettled(
    Array.from({ length: question.count }, async (_, n) => {
      await sleep((n * question.rampSeconds * MILLISECONDS) / question.count)
      return readStream(agent, question)
    }),
  )
  const { tokens = PACED_STREAM.tokens } = question
  const read = ends.filter((end) => end.status === 'fulfilled').map(({ value }) => value)
  const whole = read.filter(({ text }) => countTokens(text) === tokens && text.includes('"event":"end"'))
  const cut = read.find((end) => !whole.includes(end))
  const failed = ends.find((end) => end.status === 'rejected')
  const lastWords = cut?.text.slice(-LAST_CHARACTERS) ?? (failed && String(failed.reason))
  return {
    seconds: whole.map(({ seconds }) => seconds),
    broken: question.count - whole.length,
    ...(lastWords === undefined ? {} : { lastWords }),
  }
}

answerQuestions<StreamLoad, StreamLoadResult>(load)
