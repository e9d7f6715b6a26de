import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The cases that stand beside nodes: what the files of these names (a pattern below the families) export as `…Case`, in
 * the order of their paths. None of these files may import the one that looks for them: both would wait for the other.
 */
export async function findCases<Case extends { node: string }>(files: string): Promise<Case[]> {
  const found: Case[] = []
  for (const path of globSync(files, { cwd: import.meta.dirname }).toSorted()) {
    const brought: object = await import(
      /* @vite-ignore */ pathToFileURL(join(import.meta.dirname, path)).href
    )
    found.push(
      ...Object.entries(brought).flatMap(([name, made]) => (name.endsWith('Case') ? [made as Case] : [])),
    )
  }
  return found
}
