import { findCases } from '../find-cases.fixture.ts'
import type { StoreCase } from './store-case.fixture.ts'

/** Every store of the catalogue that is outside; a test compares. */
export const storeCases = await findCases<StoreCase>('vector-stores/*/*.case.fixture.ts')
