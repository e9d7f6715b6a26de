/** What the debugger tells of one script: how often each of its functions ran. */
interface ScriptCoverage {
  url: string
  functions: { functionName: string; ranges: { count: number; startOffset: number }[] }[]
}

interface DebuggerAnswer {
  id?: number
  result?: { result?: ScriptCoverage[] }
}

/** Notes which functions of a program run. */
export interface FunctionWatch {
  /** The files, from `apps/` or `packages/` on, of which a function ran since the last call; sorted. */
  readFiles(): Promise<string[]>
  close(): void
}

/** Watches the functions of a program whose debugger listens at `url`. */
export async function watchFunctions(url: string): Promise<FunctionWatch> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: DebuggerAnswer) => void>()
  let last = 0
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as DebuggerAnswer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  }
  const ask = (method: string, params: object = {}) =>
    new Promise<DebuggerAnswer>((resolve) => {
      waiting.set(++last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  const read = async () => {
    const { result } = await ask('Profiler.takePreciseCoverage')
    return [...new Set((result?.result ?? []).filter(hasRun).map(({ url: file }) => pathOf(file)))].sort()
  }
  await ask('Profiler.enable')
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await read()
  return { readFiles: read, close: () => socket.close() }
}

/** Whether a script of ours has run, beside the one time that it was loaded. */
function hasRun({ url, functions }: ScriptCoverage): boolean {
  if (!/\/(apps|packages)\/[^/]+\/src\//.test(url) || url.includes('/node_modules/')) return false
  return functions.some(({ ranges }) => ranges.some(({ count, startOffset }) => count > 0 && startOffset > 0))
}

function pathOf(url: string): string {
  return url.replace(/^.*\/((?:apps|packages)\/[^/]+\/src\/)/, '$1')
}
