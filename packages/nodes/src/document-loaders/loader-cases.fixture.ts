import { findCases } from '../find-cases.fixture.ts'
import { fileCases } from './file-cases.fixture.ts'
import type { LoaderCase } from './loader-case.fixture.ts'
import { serverCases } from './server-cases.fixture.ts'
import { workspaceCases } from './workspace-cases.fixture.ts'

/** Every loader of the catalogue. */
export const loaderCases: LoaderCase[] = [
  ...fileCases,
  ...serverCases,
  ...workspaceCases,
  ...(await findCases<LoaderCase>('document-loaders/*/*.case.fixture.ts')),
]
