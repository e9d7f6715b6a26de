import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSourceFile, isTestFile } from '../files/file-kinds.ts'
import { listFiles } from '../files/list-files.ts'
import { type DeepestPoint, measureNesting } from './measure-nesting.ts'

const MEDIAN_LINES = 80
const WARN_LINES = 250
const MAX_LINES = 400
const MAX_TEST_LINES = 600
const MAX_NESTING = 3

/** A file that may break one size rule, up to a value that can only be lowered. */
export interface SizeException {
  readonly path: string
  readonly allowed: number
  readonly reason: string
}

/** The lists of exceptions, one per rule. */
export interface SizeExceptions {
  readonly lines: readonly SizeException[]
  readonly nesting: readonly SizeException[]
}

/** Outcome of the size check: faults fail the build, warnings do not. */
export interface SizeReport {
  readonly medianLines: number
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

interface MeasuredFile {
  readonly path: string
  readonly isTest: boolean
  readonly lines: number
  readonly nesting: number
  readonly deepestLine: number
}

/** Measures every source file under `root` against the limits of length and nesting. */
export async function findSizeFaults(root: string, exceptions: SizeExceptions): Promise<SizeReport> {
  const paths = (await listFiles(root)).filter(isSourceFile)
  const files = await Promise.all(paths.map((path) => measureFile(root, path)))
  const medianLines = medianOf(files.filter((file) => !file.isTest).map((file) => file.lines))
  const lengthFaults = files.flatMap((file) => describeLength(file, exceptions.lines))
  const nestingFaults = files.flatMap((file) => describeNesting(file, exceptions.nesting))
  const faults = [
    ...(medianLines > MEDIAN_LINES
      ? [`The median file has ${medianLines} lines, over ${MEDIAN_LINES}.`]
      : []),
    ...lengthFaults,
    ...nestingFaults,
    ...findNeedlessExceptions(files, exceptions),
  ]
  const warnings = files
    .filter((file) => !file.isTest && file.lines > WARN_LINES && file.lines <= MAX_LINES)
    .map((file) => `${file.path} has ${file.lines} lines: think of splitting it before ${MAX_LINES}.`)
  return { medianLines, faults, warnings }
}

async function measureFile(root: string, path: string): Promise<MeasuredFile> {
  const source = await readFile(join(root, path), 'utf8')
  const isProgram = !path.endsWith('.css')
  const deepest = isProgram ? await findDeepest(path, source) : { depth: 0, line: 1 }
  return {
    path,
    isTest: isTestFile(path),
    lines: source.trimEnd().split('\n').length,
    nesting: deepest.depth,
    deepestLine: deepest.line,
  }
}

async function findDeepest(path: string, source: string): Promise<DeepestPoint> {
  try {
    return await measureNesting(source, path.endsWith('.tsx'))
  } catch (cause) {
    throw new Error(`${path} does not parse.`, { cause })
  }
}

function describeLength(file: MeasuredFile, exceptions: readonly SizeException[]): string[] {
  const limit = allowedFor(file.path, exceptions) ?? lengthLimit(file)
  return file.lines > limit ? [`${file.path} has ${file.lines} lines, over ${limit}: split it.`] : []
}

function describeNesting(file: MeasuredFile, exceptions: readonly SizeException[]): string[] {
  const limit = allowedFor(file.path, exceptions) ?? MAX_NESTING
  if (file.nesting <= limit) return []
  return [`${file.path}:${file.deepestLine} nests ${file.nesting} deep, over ${limit}: take a part out.`]
}

function findNeedlessExceptions(files: readonly MeasuredFile[], exceptions: SizeExceptions): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const lines = exceptions.lines.filter((exception) => {
    const file = byPath.get(exception.path)
    return !file || file.lines <= lengthLimit(file)
  })
  const nesting = exceptions.nesting.filter((exception) => {
    const file = byPath.get(exception.path)
    return !file || file.nesting <= MAX_NESTING
  })
  return [...lines, ...nesting].map(
    (exception) => `${exception.path} no longer needs its exception: remove it.`,
  )
}

function allowedFor(path: string, exceptions: readonly SizeException[]): number | undefined {
  return exceptions.find((exception) => exception.path === path)?.allowed
}

function lengthLimit(file: MeasuredFile): number {
  return file.isTest ? MAX_TEST_LINES : MAX_LINES
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
