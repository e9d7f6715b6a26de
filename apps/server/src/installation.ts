import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Folder of this file: `dist/server` when bundled, `apps/server/src` from sources. */
const HERE = import.meta.dirname

/** The nearest file of that name upwards from here. */
function findUpwards(name: string): string | undefined {
  let folder = HERE
  for (;;) {
    const path = join(folder, name)
    if (existsSync(path)) return path
    const parent = dirname(folder)
    if (parent === folder) return undefined
    folder = parent
  }
}

/** The version of the product, from the nearest package that names one. */
export function readVersion(): string {
  const path = findUpwards('package.json')
  const version: unknown = path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8')).version
  return typeof version === 'string' ? version : '0.0.0'
}

/** Folder of the built web app: beside the bundle, or `dist/web` of the repository. */
export function findWebFolder(): string | undefined {
  const besideBundle = join(HERE, '../web')
  if (existsSync(join(besideBundle, 'index.html'))) return besideBundle
  const manifest = findUpwards('package-lock.json')
  const inRepository = manifest === undefined ? undefined : join(dirname(manifest), 'dist/web')
  return inRepository !== undefined && existsSync(join(inRepository, 'index.html')) ? inRepository : undefined
}

/** A program of its own: beside the bundle, or the source in its room. */
function findProgram(bundle: string, source: string): string {
  const bundled = join(HERE, bundle)
  return existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve(source)
}

/** The program that runs user code. */
export function findSandboxChild(): string {
  return findProgram('sandbox-child.js', '@runnel/drivers/sandbox-child')
}

/** The program that reads documents. */
export function findDocumentChild(): string {
  return findProgram('document-child.js', '@runnel/drivers/document-child')
}

/** The program of the threads that read an embedded database. */
export function findReaderThread(): string {
  return findProgram('reader-thread.js', '@runnel/db/reader-thread')
}

/** The program of the thread that speaks SAML. */
export function findSamlThread(): string {
  return findProgram('saml-thread.js', '@runnel/drivers/saml-thread')
}

/** The program of the thread that makes the documentation of the API. */
export function findDocsThread(): string {
  const bundled = join(HERE, 'docs-thread.js')
  return existsSync(bundled) ? bundled : join(HERE, 'http/docs-thread.ts')
}
