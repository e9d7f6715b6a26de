import type { NodePartCase, WiredPart } from '../../part-case.fixture.ts'
import { startFakeVectara, VECTARA_LOGIN } from './vectara.case.fixture.ts'

const base64Of = (text: string) => btoa(text)

/** A corpus → Vectara QA Chain. */
const answeredBy = (store: WiredPart) => ({
  parts: [{ ...store, credential: VECTARA_LOGIN, output: 'vectorStore' }, { node: 'vectaraQAChain' }],
  wires: [[store.node, 'vectaraQAChain', 'vectaraStore', 'VectorStore']] satisfies NodePartCase['wires'],
  startServer: () => startFakeVectara().answer,
  asks: 'Is it green?',
})
const ofTexts = answeredBy({ node: 'vectara' })

/** Vectara answers from documents, in a flow. */
export const vectaraQAChainCase: NodePartCase = {
  ...ofTexts,
  node: 'vectaraQAChain',
  parts: [
    {
      node: 'jsonFile',
      values: {
        jsonFile: `data:application/json;base64,${base64Of('["green tea","black tea"]')},filename:a.json`,
      },
      output: 'document',
    },
    ...ofTexts.parts,
  ],
  wires: [['jsonFile', 'vectara', 'document', 'Document'], ...ofTexts.wires],
  fills: 2,
  text: 'black tea [1]; green tea [2]',
  sources: ['black tea', 'green tea'],
}

/** And from a file. */
export const vectaraUploadCase: NodePartCase = {
  ...answeredBy({
    node: 'vectaraUpload',
    values: { file: `data:text/plain;base64,${base64Of('green tea')},filename:tea.txt` },
  }),
  node: 'vectaraUpload',
  fills: 1,
  text: 'green tea [1]',
  sources: ['green tea'],
}
