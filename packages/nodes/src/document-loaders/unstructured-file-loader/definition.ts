import type { InputDefinition } from '@runnel/contract'
import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const credential = keyCredential('unstructuredApi', {
  untested: 'addressInNode',
  label: 'Unstructured API',
  field: 'unstructuredAPIKey',
  keyLabel: 'API Key',
})

const ENDINGS =
  '.txt, .text, .pdf, .docx, .doc, .jpg, .jpeg, .eml, .html, .htm, .md, .pptx, .ppt, .msg, .rtf, .xlsx, .xls, .odt, .epub'
const TABLE_TYPES = 'doc docx eml epub heic htm html jpeg jpg md msg odt pdf png ppt pptx rtf txt xls xlsx'
const LANGUAGES: Record<string, string> = {
  eng: 'English',
  spa: 'Spanish',
  cmn: 'Mandarin Chinese',
  hin: 'Hindi',
  ara: 'Arabic',
  por: 'Portuguese',
  ben: 'Bengali',
  rus: 'Russian',
  jpn: 'Japanese',
  deu: 'German',
  fra: 'French',
  kor: 'Korean',
  ita: 'Italian',
  tur: 'Turkish',
  ukr: 'Ukrainian',
  pol: 'Polish',
}

const more = { optional: true, additionalParams: true }
const asOptions = (names: string[]) => names.map((name) => ({ label: name, name }))

/** A switch whose sense Unstructured explains. */
const toggle = (label: string, name: string, description: string): InputDefinition => ({
  label,
  name,
  type: 'boolean',
  description,
  ...more,
})

const count = (label: string, name: string, description: string): InputDefinition => ({
  label,
  name,
  type: 'number',
  min: 0,
  description,
  ...more,
})

/** Files that a server of Unstructured takes apart. */
export const unstructuredFileLoader = defineNode({
  definition: loaderDefinition({
    name: 'unstructuredFileLoader',
    label: 'Unstructured File Loader',
    version: 4,
    icon: 'IconFileSearch',
    description: 'Files of many kinds, scans too, taken apart by a server of Unstructured',
    reads: 'servers',
    credential: { ...credentialInput(credential), optional: true },
    sendsCredentialTo: ['unstructuredAPIUrl'],
    source: [{ label: 'File', name: 'fileObject', type: 'file', fileType: ENDINGS, namesNoHost: true }],
    settings: [
      {
        label: 'Unstructured API URL',
        name: 'unstructuredAPIUrl',
        type: 'string',
        placeholder: 'https://api.unstructuredapp.io/general/v0/general',
        description: 'The address of your own server; empty is that of Unstructured itself',
        optional: true,
      },
      {
        label: 'Strategy',
        name: 'strategy',
        type: 'options',
        default: 'auto',
        options: [
          { label: 'Hi-Res', name: 'hi_res' },
          { label: 'Fast', name: 'fast' },
          { label: 'OCR Only', name: 'ocr_only' },
          { label: 'Auto', name: 'auto' },
        ],
        ...more,
      },
      { label: 'Encoding', name: 'encoding', type: 'string', default: 'utf-8', ...more },
      {
        label: 'Skip Infer Table Types',
        name: 'skipInferTableTypes',
        type: 'multiOptions',
        default: '["pdf", "jpg", "png"]',
        options: asOptions(TABLE_TYPES.split(' ')),
        description: 'Kinds of files in which tables are not looked for',
        ...more,
      },
      {
        label: 'Hi-Res Model Name',
        name: 'hiResModelName',
        type: 'options',
        options: asOptions(['chipper', 'detectron2_onnx', 'yolox', 'yolox_quantized']),
        ...more,
      },
      {
        label: 'Chunking Strategy',
        name: 'chunkingStrategy',
        type: 'options',
        default: 'by_title',
        options: asOptions(['None', 'basic', 'by_title', 'by_page', 'by_similarity']),
        ...more,
      },
      {
        label: 'OCR Languages',
        name: 'ocrLanguages',
        type: 'multiOptions',
        options: Object.entries(LANGUAGES).map(([name, label]) => ({ label, name })),
        ...more,
      },
      {
        label: 'Source ID Key',
        name: 'sourceIdKey',
        type: 'string',
        default: 'source',
        description: 'Under which name a piece says which file it is of',
        ...more,
      },
      { ...toggle('Coordinates', 'coordinates', 'Tells where on its page a piece stands'), default: false },
      toggle('XML Keep Tags', 'xmlKeepTags', 'Leaves the tags of XML in the text'),
      toggle('Include Page Breaks', 'includePageBreaks', 'Tells where pages end'),
      toggle('Multi-Page Sections', 'multiPageSections', 'Lets a section go on over the end of a page'),
      count('Combine Under N Chars', 'combineUnderNChars', 'Sections shorter than this are put together'),
      count('New After N Chars', 'newAfterNChars', 'A new piece begins after so many letters'),
      { ...count('Max Characters', 'maxCharacters', 'What a piece has at most'), default: 500 },
    ],
  }),
  credentials: [credential],
  provides: provideLoader(async () => (await import('./load.ts')).loadUnstructured),
})
