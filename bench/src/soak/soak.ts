import { setTimeout as sleep } from 'node:timers/promises'
import { API_PREFIX } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { askFlow } from '../load/ask-flow.ts'
import { holdStreams } from '../load/stream-load.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { type Installation, setUpInstallation } from '../product/set-up-installation.ts'
import { describeSoak, type SoakResult } from './describe-soak.ts'

const CALLERS = 8
const PAUSE_MS = 20
const CONVERSATIONS = 20
/** Then each begins anew: one that grew for an hour would say nothing of what the server keeps. */
const TURNS = 100
const STREAMS = 5
const SAMPLE_MS = 5_000
const MINUTE_MS = 60_000

/** One kind of call of the mix. */
type Call = (n: number) => Promise<void>

/** Callers of every kind for so many minutes, and the memory of the server meanwhile. */
export async function soak(bench: BenchContext, minutes: number): Promise<SoakResult> {
  const server = await bench.start(bench.newDataDir())
  const calls = await openMix(bench, await setUpInstallation(server.origin))
  const endsAt = performance.now() + minutes * MINUTE_MS
  const faults: string[] = []
  let answers = 0
  const call = async () => {
    while (performance.now() < endsAt) {
      const n = answers
      answers += 1
      await calls[n % calls.length]?.(n).catch((error: unknown) => faults.push(String(error)))
      await sleep(PAUSE_MS)
    }
  }
  const megabytes: number[] = []
  const watch = async () => {
    while (performance.now() < endsAt) {
      await sleep(SAMPLE_MS)
      megabytes.push(readResidentMegabytes(server.pid))
    }
  }
  await Promise.all([watch(), ...Array.from({ length: CALLERS }, call)])
  await server.stop()
  for (const fault of faults.slice(0, 10)) console.error(fault)
  return describeSoak({ minutes, sampleMs: SAMPLE_MS, answers, faults: faults.length, megabytes })
}

const chatOf = (talk: number) => `talk ${talk % CONVERSATIONS}, ${Math.floor(talk / CONVERSATIONS / TURNS)}`

/** Runs of every shape, whole and streamed, alone and in conversations, and what people look at beside them. */
async function openMix({ vendor }: BenchContext, installation: Installation): Promise<Call[]> {
  const { origin, headers } = installation
  const flows = {
    steps: await installation.createFlow(3, vendor.baseUrl),
    reply: await installation.createFlow(0, ''),
    talk: await installation.createFlow(1, vendor.baseUrl, { remembers: true }),
    paced: await installation.createFlow(1, vendor.pacedBaseUrl),
  }
  const look = async (path: string) => {
    const response = await fetch(`${origin}${API_PREFIX}${path}`, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
  }
  let talks = 0
  return [
    (n) => askFlow({ url: flows.steps.url, headers }, `What does step ${n} say?`),
    (n) => askFlow({ url: flows.talk.url, headers }, `And ${n}?`, { chatId: chatOf(talks++) }),
    () => look('/executions?view=summary&page=1&limit=50'),
    async (n) => {
      if (n % 100 > STREAMS) return askFlow({ url: flows.talk.url, headers }, `Once ${n}`)
      const { broken } = await holdStreams({ url: flows.paced.url, headers, count: STREAMS, rampSeconds: 1 })
      if (broken > 0) throw new Error(`${broken} of ${STREAMS} streams broke`)
    },
    () => look(`/chatflows/${flows.reply.id}`),
  ]
}
