import { type JsonObject, type NamedFile, readFileParam } from '@runnel/contract'
import type { CallContext, Component, TakenIn } from '@runnel/node-kit'
import { nameSource } from './outside-store.ts'
import { type HttpStore, SOURCE_KEY } from './store-protocol.ts'
import { openStoreServer } from './store-server.ts'
import { listDocuments } from './vectara-store.ts'

/** Makes the files in a corpus those that the node names. Vectara reads them; each is known by its name and its bytes. */
export async function takeInFiles(
  store: HttpStore,
  component: Component,
  call: CallContext,
): Promise<TakenIn> {
  const server = openStoreServer(store, component, call)
  const source = nameSource(component, { files: component.nodeId }, call)
  const given = await nameFiles(readFileParam(component.values.file), source, call)
  if (given.size === 0 && !Object.hasOwn(component.values, 'file')) return { added: 0, known: 0, deleted: 0 }
  const there = new Set(await listDocuments(server, source))
  const fresh = [...given].filter(([id]) => !there.has(id))
  for (const [id, file] of fresh) {
    const metadata: JsonObject = { title: file.name, [SOURCE_KEY]: source }
    await server.ask({
      path: '/upload_file',
      method: 'POST',
      form: [
        { name: 'metadata', value: JSON.stringify(metadata) },
        { name: 'file', file: file.source, fileName: id },
      ],
    })
  }
  const stale = [...there].filter((id) => !given.has(id))
  for (const id of stale)
    await server.find({ path: `/documents/${encodeURIComponent(id)}`, method: 'DELETE' })
  return { added: fresh.length, known: given.size - fresh.length, deleted: stale.length }
}

/** Files by the ids of their documents, which Vectara makes of the names under which they come. */
async function nameFiles(files: readonly NamedFile[], source: string, call: CallContext) {
  const named = new Map<string, NamedFile & { name: string }>()
  for (const file of files) {
    const stat = await call.file.stat(file.source)
    const name = file.name ?? stat.name
    const made = call.hash({ source, sha256: stat.sha256, name }).slice(0, 24)
    named.set(`${made}-${name.replaceAll(/[^\w.-]/g, '_').slice(-80)}`, { ...file, name })
  }
  return named
}
