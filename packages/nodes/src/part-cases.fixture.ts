import { findCases } from './find-cases.fixture.ts'
import type { NodePartCase } from './part-case.fixture.ts'

/** The cases of all nodes that have one. */
export const nodePartCases = await findCases<NodePartCase>('*/*/*.part.fixture.ts')
