import {
  endsTheRun,
  inTurn,
  isRunnelError,
  RunnelError,
  readFileParam,
  type WorkProgress,
} from '@runnel/contract'
import type {
  CallContext,
  CallFiles,
  Component,
  LoadDocuments,
  LoadedPiece,
  StepContext,
} from '@runnel/node-kit'

/** So often at most readers hear of something that goes on, in milliseconds. */
const TELL_EVERY = 200

interface Filling {
  store: Component
  now(): number
}

/** The source that is worked on. */
interface Working {
  name: string
  n: number
  file?: string | undefined
  read?: number | undefined
}

/**
 * The calls of a step that fills a store, which tell as they are made how far it is: which source and file is read, and how
 * many of its pieces the store has. A fault of a source names it.
 */
export function tellFilling(step: StepContext, { store, now }: Filling): CallContext {
  const sources = store.anchors.document ?? []
  const tell = createTeller(step, { now, subject: store.nodeId, of: sources.length })
  const capability: CallContext['capability'] = async (component, kind) => {
    const own = await step.capability(component, kind)
    const at = kind === 'documentSource' ? sources.findIndex(({ nodeId }) => nodeId === component.nodeId) : -1
    // The kind says which of the capabilities it is, which the compiler does not follow.
    return at < 0 ? own : (loadAloud(own as LoadDocuments, { tell, n: at + 1 }) as typeof own)
  }
  return { ...step, capability, tellTaken: tell.taken }
}

type Teller = ReturnType<typeof createTeller>

function createTeller(
  step: StepContext,
  { now, subject, of }: { now(): number; subject: string; of: number },
) {
  let working: Working | undefined
  let toldAt = 0
  const emit = (progress: Pick<WorkProgress, 'what' | 'done' | 'total'>, isUrgent: boolean) => {
    const at = now()
    if (!isUrgent && at - toldAt < TELL_EVERY) return
    toldAt = at
    const { name = '', n = 1, file, read } = working ?? {}
    const source = { name, n, of, ...(file !== undefined && { file }), ...(read !== undefined && { read }) }
    step.emitProgress({ ...progress, subject, ...(working && { source }) })
  }
  const reading = (isUrgent: boolean) =>
    emit({ what: 'sources', done: (working?.n ?? 1) - 1, total: of }, isUrgent)
  return {
    begin(next: Working) {
      working = next
      reading(true)
    },
    file(name: string) {
      if (working === undefined || working.file === name) return
      working = { ...working, file: name }
      reading(true)
    },
    fileNow: () => working?.file,
    pieces(more: number) {
      if (working === undefined) return
      working = { ...working, read: (working.read ?? 0) + more }
      reading(false)
    },
    taken(done: number, total: number) {
      if (working !== undefined) working = { name: working.name, n: working.n }
      emit({ what: 'chunks', done, total }, done === 0 || done === total)
    },
  }
}

/** Reads documents as before, and tells of them. */
function loadAloud(load: LoadDocuments, { tell, n }: { tell: Teller; n: number }): LoadDocuments {
  return async function* (component, call, choice) {
    tell.begin({ name: component.label, n })
    try {
      for await (const piece of inTurn<LoadedPiece>(
        load(component, hearFiles(component, call, tell), choice),
      )) {
        tell.pieces(countOf(piece))
        yield piece
      }
    } catch (error) {
      throw endsTheRun(error, call.signal) ? error : nameSource(error, component, tell.fileNow())
    }
  }
}

const countOf = (piece: LoadedPiece): number =>
  Array.isArray(piece)
    ? piece.length
    : piece.sources.reduce((sum, { documents }) => sum + documents.length, 0)

/** The calls of a loader, which tell the name of each file that is read. */
function hearFiles({ values, fileParams = [] }: Component, call: CallContext, tell: Teller): CallContext {
  const named = fileParams.flatMap((param) => readFileParam(values[param]))
  const hear = async (source: Parameters<CallFiles['read']>[0]) => {
    const own = named.find((file) => JSON.stringify(file.source) === JSON.stringify(source))
    if (own) tell.file(own.name ?? (await call.file.stat(source)).name)
  }
  const file: CallFiles = {
    ...call.file,
    async read(source) {
      await hear(source)
      return call.file.read(source)
    },
    async readText(source, ...rest) {
      await hear(source)
      return call.file.readText(source, ...rest)
    },
  }
  return { ...call, file }
}

/** A fault with the names of the node and the file that it is about, unless it says them itself. */
function nameSource(error: unknown, { label }: Component, file: string | undefined): unknown {
  if (!isRunnelError(error)) return error
  const missing = [label, file].filter(
    (name) => name !== undefined && name !== '' && !error.message.includes(name),
  )
  if (missing.length === 0) return error
  const { code, message, status, issues } = error
  return new RunnelError(code, `${missing.join(', ')}: ${message}`, { cause: error, status, issues })
}
