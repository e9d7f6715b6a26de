/** Kinds of passages that a model may be asked for, by their stored names: what is written, for which kind of data. */
export const PASSAGE_KINDS = [
  { name: 'websearch', label: 'WebSearch', wanted: 'a passage that answers the question' },
  {
    name: 'scifact',
    label: 'SciFact',
    wanted: 'a passage of a scientific paper that supports or refutes the claim',
  },
  { name: 'arguana', label: 'Arguana', wanted: 'a counter-argument to the passage' },
  {
    name: 'trec-covid',
    label: 'TREC-COVID',
    wanted: 'a passage of a scientific paper that answers the question',
  },
  { name: 'fiqa', label: 'FiQA', wanted: 'a passage of an article on finance that answers the question' },
  { name: 'dbpedia-entity', label: 'DBPedia Entity', wanted: 'a passage that answers the question' },
  { name: 'trec-news', label: 'TREC-NEWS', wanted: 'a news passage on the topic' },
  { name: 'mr-tydi', label: 'Mr.TyDi', wanted: 'a passage in the language of the question that answers it' },
] as const
