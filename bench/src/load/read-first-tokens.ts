const STAMP = /@(\d+)@/
const NANOSECONDS = 1_000_000

/** A flow whose vendor sends the time as its first token. */
export interface StreamedFlow {
  url: string
  headers: Record<string, string>
}

/** Asks one at a time; per ask the milliseconds from the vendor's sending of its first token to its coming here. */
export async function readFirstTokens({ url, headers }: StreamedFlow, count: number): Promise<number[]> {
  const delays: number[] = []
  for (let n = 0; n < count; n++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ question: 'What time is it?', streaming: true }),
    })
    if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`)
    delays.push(await readDelay(response.body))
  }
  return delays
}

async function readDelay(body: ReadableStream<Uint8Array>): Promise<number> {
  const decoder = new TextDecoder()
  let text = ''
  let delay: number | undefined
  for await (const chunk of body) {
    const now = process.hrtime.bigint()
    text += decoder.decode(chunk, { stream: true })
    const stamp = delay === undefined ? STAMP.exec(text)?.[1] : undefined
    if (stamp !== undefined) delay = Number(now - BigInt(stamp)) / NANOSECONDS
  }
  if (delay === undefined) throw new Error(`The stream held no token of the vendor: ${text}`)
  return delay
}
