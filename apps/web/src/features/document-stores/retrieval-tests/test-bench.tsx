import type { DocumentStore } from '@runnel/contract'
import type { useComponents } from '../use-components.ts'
import { QuestionList } from './question-list.tsx'
import './retrieval-tests.css'
import { TestRuns } from './test-runs.tsx'
import { TestStart } from './test-start.tsx'

interface TestBenchProps {
  store: DocumentStore
  components: ReturnType<typeof useComponents>
}

/** Tests how well a store finds: its questions, a run of them, and what came of the last ones. */
export function TestBench({ store, components }: TestBenchProps) {
  return (
    <div className="test-bench">
      <QuestionList store={store} />
      <TestStart store={store} components={components} />
      <TestRuns store={store} />
    </div>
  )
}
