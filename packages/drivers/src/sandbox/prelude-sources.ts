import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'prelude')

function readSource(name: string): string {
  return stripTypeScriptTypes(readFileSync(join(FOLDER, name), 'utf8'))
}

const names = readdirSync(FOLDER).filter((name) => !/\.(?:test|fixture)\.ts$/.test(name))

/**
 * The modules that run inside QuickJS, by file name, without their types. The build puts the finished texts in place of
 * this module.
 */
export const preludeSources: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [name, readSource(name)]),
)
