import type { JsonObject } from '@runnel/contract'
import type { ChatModel, ModelPart, OpenChatModel } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { providerCatalogue } from '../catalogue.ts'
import type { ChatModelCase, FakeVendor } from './chat-model-case.ts'
import { providerContext } from './provider-context.fixture.ts'

/** A model of a case, whose calls are led to the fake, and where it meant to send them. */
export interface CaseModel {
  model: ChatModel
  /** Hosts that were called, each call. */
  hosts: string[]
}

/** What is otherwise than the case says; `credential: null` for none. */
export interface CaseChanges {
  values?: JsonObject
  credential?: Record<string, string> | null
  account?: Record<string, string>
  /** What answers in place of the fake. */
  fetch?: typeof fetch
}

/** Opens the chat model of a case as the engine would. */
export async function openCaseModel(
  { node, values, credential, account }: ChatModelCase,
  fake: FakeVendor,
  changes: CaseChanges = {},
): Promise<CaseModel> {
  const open = await loadOpener(node)
  const hosts: string[] = []
  const fields =
    changes.credential === undefined
      ? { ...credential, ...account, ...changes.account }
      : (changes.credential ?? undefined)
  const context = providerContext(fields)
  const component = createTestComponent(node, { values: { ...values, ...changes.values } })
  const answered = changes.fetch ?? leadToFake(fake, hosts)
  return { model: await open(component, { ...context, fetch: answered }), hosts }
}

/** A `fetch` that leads every call to the fake, path and all, and notes where it meant to go. */
export function leadToFake({ origin }: Pick<FakeVendor, 'origin'>, hosts: string[] = []): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    hosts.push(url.host)
    return fetch(new URL(`${url.pathname}${url.search}`, origin), init)
  }
}

async function loadOpener(node: string): Promise<OpenChatModel> {
  const types = providerCatalogue.flatMap(({ nodes }) => nodes)
  const load = types.find(({ definition }) => definition.name === node)?.provides?.chatModel
  if (!load) throw new Error(`The catalogue has no chat model ${node}.`)
  return load()
}

/** All parts of a streamed answer. */
export async function collectParts(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const list: ModelPart[] = []
  for await (const part of parts) list.push(part)
  return list
}
