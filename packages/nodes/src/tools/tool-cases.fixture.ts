import { findCases } from '../find-cases.fixture.ts'
import type { ToolCase } from './tool-case.fixture.ts'

/** Every tool of the catalogue; a test compares. */
export const toolCases = await findCases<ToolCase>('tools/*/*.case.fixture.ts')
