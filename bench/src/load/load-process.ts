import autocannon from 'autocannon'
import { percentile } from '../figures/percentile.ts'
import { answerQuestions } from '../machine/answer-questions.ts'
import type { Load, LoadResult } from './load.ts'

const TIMEOUT_SECONDS = 30

type ResponseEvent = [client: unknown, status: number, bytes: number, milliseconds: number]

/** autocannon rounds its own times to whole milliseconds: these are taken from its events. */
function run(load: Load): Promise<LoadResult> {
  const times: number[] = []
  const startedAt = performance.now()
  let lastAt = startedAt
  return new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        url: load.url,
        method: load.method ?? 'POST',
        headers: { 'content-type': 'application/json', ...load.headers },
        ...(load.body === undefined ? {} : { body: JSON.stringify(load.body) }),
        connections: load.callers,
        duration: load.seconds,
        timeout: TIMEOUT_SECONDS,
        verifyBody: (body) => body.toString().includes(load.expects),
      },
      (error, result) => {
        if (error) return reject(error)
        const bad = result.errors + result.mismatches + result.non2xx
        if (bad > 0 || times.length === 0) {
          const { errors, mismatches, non2xx } = result
          return reject(
            new Error(
              `${load.url}: ${errors} errors, ${mismatches} wrong answers, ${non2xx} refusals beside ${result['2xx']} good ones.`,
            ),
          )
        }
        resolve(summarize(times, (lastAt - startedAt) / 1_000))
      },
    )
    instance.on('response', (...[, , , milliseconds]: ResponseEvent) => {
      times.push(milliseconds)
      lastAt = performance.now()
    })
  })
}

function summarize(times: readonly number[], seconds: number): LoadResult {
  return {
    answers: times.length,
    perSecond: times.length / seconds,
    median: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
  }
}

answerQuestions<Load, LoadResult>(run)
