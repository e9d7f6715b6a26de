/** A question of somebody who reads the guide and the settings, and words that stand in the one passage that answers it. */
export interface KnownQuestion {
  question: string
  passage: string
}

/** Asked as people ask: some in words of the passage, some in others. */
export const QUESTIONS: readonly KnownQuestion[] = [
  {
    question: 'What is the difference between a chatflow and an agentflow?',
    passage: 'is a row of steps that begins at **Start**',
  },
  {
    question: 'Where are ready-made flows that I can begin with?',
    passage: '**Marketplaces** holds templates',
  },
  { question: 'Which keys take back my last change on the canvas?', passage: 'Ctrl+Z, Ctrl+Shift+Z' },
  {
    question: 'How do I find a card among many on the canvas?',
    passage: 'or `/` on the canvas, and write its name',
  },
  { question: 'Cards cover each other, how do I order them?', passage: '*Tidy up* at the lower right' },
  { question: 'Can I try out the code of a custom function before a run?', passage: '*Try it* in its form' },
  {
    question: 'What happens to my edits when the connection to the server is lost?',
    passage: '**Unsaved work** is kept by itself',
  },
  { question: 'How do I see what is wrong with my flow?', passage: 'lists what keeps a flow from running' },
  {
    question: 'Ask a question by voice with the microphone',
    passage: 'The headphones above the chat open the speech',
  },
  { question: 'Is there a model that works without a key?', passage: 'The **Demo model** is no AI' },
  { question: 'How large may a picture be that I send with a question?', passage: 'at most 10 of 5 MB' },
  {
    question: 'Does the vendor accept my API key?',
    passage: '*Test* asks the vendor whether it takes the credential',
  },
  {
    question: 'Connect Gmail with OAuth in the Google Cloud console',
    passage: '1. In the Google Cloud console make an OAuth client',
  },
  {
    question: 'A value that nobody may read but requests may carry',
    passage: 'is kept sealed and shown to nobody',
  },
  {
    question: 'Read a variable from the environment of the server',
    passage: 'stands in the environment of the server as',
  },
  {
    question: 'Give an agent tools of a server that speaks the Model Context Protocol',
    passage: '*Tools* › *MCP servers* lists servers',
  },
  { question: 'Which splitter should I take for Markdown?', passage: '**Which splitter?**' },
  { question: 'My PDF is a scan without text', passage: '**Scanned pages.**' },
  { question: 'When is search by words better than search by meaning?', passage: '**Which search?**' },
  { question: 'Limit who can see certain documents', passage: '**Who may read a document** is said by tags' },
  {
    question: 'Load a web page again every few hours',
    passage: '**Sources that change** are read again by themselves',
  },
  {
    question: 'Measure whether the store finds the right passages',
    passage: '5. **Test how well it finds.**',
  },
  { question: 'Which header names the run of a prediction?', passage: 'The header `X-Run-Id` names the run' },
  {
    question: 'Protect a flow so that only callers with a key get an answer',
    passage: 'A flow without a key can be called by anyone',
  },
  {
    question: 'I forgot my password and there is no mail server',
    passage: 'npm run admin -- reset-password',
  },
  { question: 'Sign in with my fingerprint', passage: '*Passkeys* sign you in by fingerprint' },
  { question: 'How long is an invitation valid?', passage: 'works once and for seven days' },
  {
    question: 'Let Okta create and remove accounts by itself',
    passage: '(Okta, Microsoft Entra …) with the address that stands there',
  },
  {
    question: 'Who changed the role of somebody, and from where?',
    passage: '*Audit Log* lists who did what to what',
  },
  { question: 'What may an editor do?', passage: 'make and change flows and what they need, and make keys' },
  {
    question: 'Use the same credential in two workspaces',
    passage: '*Share* beside a credential or a template',
  },
  { question: 'Bring a flow over from Flowise', passage: '*Import* finds the kind of the flow by its nodes' },
  { question: 'Change the port of the server', passage: 'The port to listen on' },
  { question: 'Use PostgreSQL in place of SQLite', passage: 'Several processes may share a PostgreSQL.' },
  {
    question: 'Keep uploaded files in a bucket of S3',
    passage: 'or a bucket of any S3-compatible store, see below',
  },
  {
    question: 'Runnel stands behind nginx and all callers share one address',
    passage: 'From them `X-Forwarded-For` is believed',
  },
  {
    question: 'After how many days are the steps of old runs removed?',
    passage: 'After how many days the steps and events of a run are removed',
  },
  {
    question: 'Flows must reach a service in my private network',
    passage: 'Private addresses that flows may call',
  },
  {
    question: 'Show Runnel in an iframe of our intranet',
    passage: 'Origins whose pages may show Runnel in a frame',
  },
  { question: 'Send invitations by mail', passage: 'Where mails go out' },
]
