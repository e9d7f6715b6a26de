import type { DocumentLoader, FindDefinition, FlowNode, NodeDefinition, Problem } from '@runnel/contract'
import type { api } from '../../../app/api.ts'
import {
  checkComponent,
  newComponent,
  readComponent,
  writeComponent,
} from '../../node-form/component-node.ts'
import { unsavedFiles } from '../../node-form/fields/file-value.ts'

/** A loader as the server takes it. */
export type LoaderBody = Parameters<typeof api.saveLoader>[0]['body']

/** A loader with its splitter, while it is edited. */
export interface LoaderDraft {
  name: string
  loader: FlowNode
  /** Without one documents stay whole. */
  splitter: FlowNode | undefined
}

/** A loader that is to be added: with the splitter that fits most texts, where there is one. */
export function newDraft(definition: NodeDefinition, splitter: NodeDefinition | undefined): LoaderDraft {
  return {
    name: definition.label,
    loader: newComponent(definition),
    splitter: splitter && newComponent(splitter),
  }
}

/** A loader of a store; undefined where its type, or that of its splitter, is not in this installation. */
export function draftOf(saved: DocumentLoader, find: FindDefinition): LoaderDraft | undefined {
  const definition = find(saved.loaderId)
  const splitter = saved.splitterId === '' ? undefined : find(saved.splitterId)
  if (definition === undefined || (saved.splitterId !== '' && splitter === undefined)) return undefined
  return {
    name: saved.loaderName,
    loader: readComponent(definition, saved.loaderConfig, find),
    splitter: splitter && readComponent(splitter, saved.splitterConfig, find),
  }
}

/** As the server takes it; `id` is that of one that is saved. */
export function bodyOf(
  { name, loader, splitter }: LoaderDraft,
  { storeId, id, find }: { storeId: string; id: string | undefined; find: FindDefinition },
): LoaderBody {
  const written = writeComponent(loader)
  const cut = splitter && writeComponent(splitter)
  return {
    storeId,
    ...(id !== undefined && { id }),
    loaderId: written.name,
    loaderName: name.trim() || loader.label,
    loaderConfig: written.config,
    splitterId: cut?.name ?? '',
    splitterName: cut ? (find(cut.name)?.label ?? cut.name) : '',
    splitterConfig: cut?.config ?? {},
  }
}

/** What a draft lacks before it can be tried or processed. */
export function checkDraft({ loader, splitter }: LoaderDraft, find: FindDefinition): Problem[] {
  return [...checkComponent(loader, find), ...(splitter ? checkComponent(splitter, find) : [])]
}

/** How many bytes of files a draft holds that the server does not keep yet, as they are sent. */
export function unsentBytes({ loader }: LoaderDraft, find: FindDefinition): number {
  const params = (find(loader.type)?.inputs ?? []).filter(({ type }) => type === 'file')
  const files = params.flatMap(({ name }) => unsavedFiles(loader.values[name]))
  return files.reduce((sum, text) => sum + text.length, 0)
}

/** Whether a loader has a model read for it: each try of it may cost. */
export function asksModel({ loader }: LoaderDraft, find: FindDefinition): boolean {
  const choices = (find(loader.type)?.inputs ?? []).filter(({ loadConfig }) => loadConfig === true)
  return choices.some(({ name }) => typeof loader.values[name] === 'string' && loader.values[name] !== '')
}
