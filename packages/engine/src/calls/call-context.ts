import type { JsonObject } from '@runnel/contract'
import type { CallContext, CallFiles, FileContent, KeptFile } from '@runnel/node-kit'
import { getCapability, provides } from '../components/component.ts'
import { canonicalJson } from '../journal/canonical-json.ts'
import { presentRun } from '../step/sight.ts'
import { type CallFrame, nextPath, openFrame } from '../step/step-run.ts'
import { askDataServer } from './ask-data-server.ts'
import { askPerson } from './ask-person.ts'
import { askToolServers } from './ask-tool-server.ts'
import { callImageModel } from './call-image-model.ts'
import { callModel } from './call-model.ts'
import { callTool, listTools } from './call-tool.ts'
import { callTranscriber } from './call-transcriber.ts'
import { callEmbedder, callReranker, callRetriever } from './call-vendor.ts'
import { makeCall } from './make-call.ts'
import { readCustomTool } from './read-custom-tool.ts'
import { readDocumentStore } from './read-document-store.ts'
import { readPage } from './read-page.ts'
import { requestOutside } from './request-outside.ts'
import { runCode } from './run-code.ts'
import { runFlowCall } from './run-flow-call.ts'
import { runWired } from './run-wired.ts'
import { addToVectors, hasSource, searchVectors } from './use-vectors.ts'

/** The ports of one frame: what a step, a component or a tool gets of the world. */
export function createCallContext(frame: CallFrame): CallContext {
  const { stepRun } = frame
  const { scope, sight } = stepRun
  const { ports } = scope.session
  return {
    signal: frame.signal,
    now: () => frame.clock,
    run: presentRun(scope.input, sight),
    state: sight.state,
    provides: (component, capability) => provides(stepRun, component, capability),
    capability: (component, kind) => getCapability(stepRun, component, kind),
    model: (component, request, options) =>
      callModel(frame, { component, request, show: options?.show === true, inner: createCallContext }),
    embed: (component, texts, options) => callEmbedder(frame, component, { texts, ...options }),
    rerank: (component, request) => callReranker(frame, component, request),
    retrieve: (component, request) => callRetriever(frame, component, { request, inner: createCallContext }),
    transcribe: (component, source) => callTranscriber(frame, component, source),
    draw: (component, prompt) => callImageModel(frame, component, prompt),
    listTools: (components) => listTools(frame, components, createCallContext),
    callTool: (tool, input) => callTool(frame, { tool, input, inner: createCallContext }),
    http: (request) => requestOutside(frame, request),
    code: (code, globals, limits) => runCode(frame, { code, globals, limits }),
    file: createCallFiles(frame),
    vectors: {
      hasSource: (key, source) => hasSource(frame, key, source),
      countSource: (key, source, inPieces) => ports.vectors.countSource(key, source, inPieces),
      add: (key, request) => addToVectors(frame, key, request),
      search: (keys, request) => searchVectors(frame, keys, request),
    },
    toolServer: {
      list: (target, names) => askToolServers(frame).list(target, names),
      call: (target, asked) => askToolServers(frame).call(target, asked),
    },
    storedTool: (id) => readCustomTool(frame, id),
    documentStore: {
      find: (id) => readDocumentStore(frame, id),
      readChunks: (id, part) => ports.documentStores.readChunks(id, { flowId: scope.input.flowId, part }),
    },
    dataServer: {
      ask: (protocol, target, question) => askDataServer(frame, { protocol, target, question }),
    },
    browser: { readPage: (request) => readPage(frame, request) },
    replies: {
      find: (key) => ports.replies.find(scope.input.flowId, key),
      keep: (key, reply) => ports.replies.keep(scope.input.flowId, key, reply),
    },
    runFlow: (request) => runFlowCall(frame, request),
    runWired: (component, input) => runWired(frame, { component, input, inner: createCallContext }),
    ask: (question) => askPerson(frame, question),
    each: (items, work, options) => forEach(frame, { items, work, concurrency: options?.concurrency ?? 1 }),
    hash: (value) => ports.hash(canonicalJson(value)),
  }
}

interface Each<Item, Result> {
  items: readonly Item[]
  work: (item: Item, call: CallContext, index: number) => Promise<Result>
  concurrency: number
}

/** Each item has a frame of its own, so that its calls keep their places whatever ends first. */
async function forEach<Item, Result>(
  frame: CallFrame,
  { items, work, concurrency }: Each<Item, Result>,
): Promise<Result[]> {
  const place = nextPath(frame, 'p')
  const { clock, effects, stepRun } = frame
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) {
      const path = `${place}[${index}]`
      const inner = createCallContext(openFrame(frame, { path, clock, effects }))
      results[index] = await stepRun.calls.track(path, () => work(item, inner, index))
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, items.length)) }, worker))
  return results
}

/** Files of the run. Reading is not journaled: what an id names never changes. */
function createCallFiles(frame: CallFrame): CallFiles {
  const { session, input } = frame.stepRun.scope
  const { signal } = frame
  const reading = { flowId: input.flowId, signal }
  const { files } = session.ports
  return {
    read: (source) => files.read(source, reading),
    stat: (source) => files.stat(source, reading),
    readText: (source, format, options) => files.readText(source, { ...reading, format, ...options }),
    readPictures: (source, pages) => files.readPictures(source, { ...reading, pages }),
    write: (file) => storeFile(frame, file, { letter: 'w', store: files.write }),
    keep: (file) => storeFile(frame, file, { letter: 'k', store: files.keep }),
    listKept: () =>
      listFiles(frame, {
        letter: 'n',
        what: 'Listing the files of the conversation',
        request: {},
        list: files.listKept,
      }),
    listFolder: async (name, options) => {
      const listed = await listFiles<{ name: string }>(frame, {
        letter: 'o',
        what: `Reading the folder "${name}"`,
        request: { name, ...options },
        list: async () =>
          (await files.listFolder(name, { ...options, signal })).map((file) => ({ name: file })),
      })
      return listed.map((file) => file.name)
    },
    async takeFromFolder(name, file) {
      const [taken] = await listFiles(frame, {
        letter: 'p',
        what: `Reading the file "${file}" of the folder "${name}"`,
        request: { name, file },
        list: async () => [await files.takeFromFolder(name, { file, signal })],
      })
      return taken as KeptFile
    },
  }
}

interface Listing<Listed> {
  /** Of its place among the calls. */
  letter: string
  what: string
  request: JsonObject
  list: () => Promise<Listed[]>
}

/** What there is changes while the run goes on: told the same when it runs anew. */
async function listFiles<Listed extends object = KeptFile>(
  frame: CallFrame,
  { letter, what, request, list }: Listing<Listed>,
): Promise<Listed[]> {
  const { reply } = await makeCall<JsonObject & { files: (JsonObject & Listed)[] }>(frame, {
    path: nextPath(frame, letter),
    kind: 'file',
    what,
    request,
    effects: 'read',
    make: async () => ({ files: (await list()).map((file) => ({ ...file }) as JsonObject & Listed) }),
  })
  return reply.files
}

interface Storing {
  /** Of its place among the calls. */
  letter: string
  store: (file: FileContent) => Promise<{ blob: string }>
}

async function storeFile(
  frame: CallFrame,
  file: FileContent,
  { letter, store }: Storing,
): Promise<{ blob: string }> {
  const { ports } = frame.stepRun.scope.session
  const { name, mediaType, bytes } = file
  const { reply } = await makeCall<JsonObject & { blob: string }>(frame, {
    path: nextPath(frame, letter),
    kind: 'file',
    what: `Writing the file "${name}"`,
    request: { name, mediaType, hash: ports.hash(bytes.toBase64()) },
    effects: 'read',
    make: async () => ({ ...(await store(file)) }),
  })
  return reply
}
