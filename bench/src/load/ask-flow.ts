/** A flow and what a caller of it sends along. */
export interface AskedFlow {
  url: string
  headers: Record<string, string>
}

/** Asks a flow once, without streaming. @throws Error when it does not answer well. */
export async function askFlow(flow: AskedFlow, question: string, fields: object = {}): Promise<void> {
  const response = await fetch(flow.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...flow.headers },
    body: JSON.stringify({ question, ...fields }),
  })
  const text = await response.text()
  if (!response.ok || !text.includes(question))
    throw new Error(`${flow.url} answered ${response.status}: ${text.slice(0, 200)}`)
}

/** Does the work `count` times with so many callers at once. */
export async function repeatAtOnce(
  count: number,
  callers: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const call = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: callers }, call))
}
