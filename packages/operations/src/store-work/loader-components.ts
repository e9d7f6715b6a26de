import type { DocumentLoaderRow } from '@runnel/db'
import type { Component } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'
import { asComponent, type ChosenComponent, checkChosen } from './chosen-component.ts'
import { readFiles, readLoaderConfigs, type StoredFile } from './stored-store.ts'

/** A loader with its splitter, in so many parts as it has files; one without files is one part. */
export function componentsOfLoader(catalogue: Catalogue, row: DocumentLoaderRow): Component[] {
  const { loaderConfig, splitterConfig } = readLoaderConfigs(row)
  const config = row.credential === null ? loaderConfig : { ...loaderConfig, credential: row.credential }
  const loader = checkChosen(
    catalogue,
    { name: row.loaderId, config },
    { capability: 'documentSource', path: 'loaderId' },
  )
  const splitter =
    row.splitterId === ''
      ? undefined
      : checkChosen(
          catalogue,
          { name: row.splitterId, config: splitterConfig },
          { capability: 'textSplitter', path: 'splitterId' },
        )
  return componentsOf(row.id, { loader, splitter, files: readFiles(row) })
}

/** The same of a loader that is not stored. */
export function componentsOf(
  nodeId: string,
  {
    loader,
    splitter,
    files,
  }: {
    loader: ChosenComponent
    splitter: ChosenComponent | undefined
    files: readonly Pick<StoredFile, 'id' | 'param'>[]
  },
): Component[] {
  const wired = splitter
    ? [{ component: asComponent(`${nodeId}:splitter`, splitter), definition: splitter.definition }]
    : []
  const whole = asComponent(nodeId, loader, wired)
  if (files.length === 0) return [whole]
  return files.map(({ id, param }) => {
    const others = Object.fromEntries((whole.fileParams ?? []).map((name) => [name, '']))
    return { ...whole, values: { ...whole.values, ...others, [param]: JSON.stringify([`file:${id}`]) } }
  })
}
