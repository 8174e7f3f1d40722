/**
 * The promises that are built, by the ids of the product's documents. Each is cited in the title of at least one test;
 * `requirements.test.ts` fails for a promise without a test and for a test that cites no promise of this list.
 * A promise enters this list together with the code that keeps it.
 */
export interface Requirement {
  readonly id: string
  readonly promise: string
}

const product: { readonly [id: string]: string } = {
  'S0.1': 'A preview changes nothing. What a tier means follows from the profile: in strict, every write is asked for.',
  'S0.4': 'A gated tool tells the agent what to do with a question, in its own description.',
  'S0.5': 'destructiveHint comes from one table of tool names, and only where the server gave none.',
  'S1.1': 'Every tool has a risk: by its name, its arguments, the server’s default, or an override.',
  'S1.2': 'A gated call is answered with an envelope; the question lives 24 hours and survives restarts.',
  'S1.3': 'Approving over REST executes the original call; rejecting ends it.',
  'S1.4': 'A tenant may approve high risk automatically; it is off unless set, and still on record.',
  'S1.5': 'A rationale of 10 to 500 characters is demanded, recorded, never forwarded and never shown to end users.',
  'S1.6': 'Agents give feedback through a tool; it is stored, limited, and read for triage.',
  'S1.7': 'A server’s cheatsheet is a resource with cache hints, and the tools it helps with say so first.',
  'S1.9': 'A held call can be approved from Slack.',
  'S2.1': 'What a call is about is read first; where there is nothing, the agent gets an answer and nobody is asked.',
  'S2.2': 'The question shows the entity: its name, code and state, what hangs on it, both sides of a change.',
  'S2.3': 'Accepted runs; declined, cancelled or anything else runs nothing and says so.',
  'S2.4': 'Every delete tool of the warehouse: not found, accepted, declined, cancelled, preview content.',
  'S3.1': 'A question of a session is answered in that session, before the agent’s queue: the answer is not forwarded.',
  'S3.2': 'A reply of one known word, in English or Chinese, confirms or cancels.',
  'S3.3': 'After 300 s: "Operation cancelled (timeout)". Sessions are independent.',
  'S3.4': 'SQL is read by real parsers: reads pass, writes and what cannot be parsed are asked for.',
  'S3.5': 'Feishu and DingTalk: a text reply decides, and a card whose buttons carry an id and nothing of the call.',
  'S3.6': 'At a terminal the question is asked and answered on the terminal.',
  X2: 'confirm and preview are only arguments: they approve nothing.',
  X3: 'The stored hold is the truth; the digest links a repeated call to it.',
  X4: 'A call waits only while somebody can be reached; then comes the envelope.',
  X5: 'A reply answers as a whole message or not at all: negation, disguise, quotation and another author never confirm.',
  X6: 'Approval executes, or the agent calls again: whoever comes first runs it, the other gets that result.',
  X7: 'The host’s word counts in wrap; in serve the default demand is an identified person.',
  'S0.2':
    'Confirm on the card disables its buttons and sends Apply with every argument; the agent makes the call and sees its result.',
  'S0.3': 'Cancel on the card ends the question and sends the Cancel message.',
  'S0.6': 'Generic cards show what an applied call answered, or its real error.',
  'S0.7': 'One rail at a time asks for a call.',
  'S0.8': 'Arguments survive the trip through the Apply message identically.',
  X1: 'One hold, asked on the best rail that the client declares; never an open door.',
  X9: 'The rationale is no part of the digest, stays off end users’ surfaces, and is called the agent’s claim.',
  'S4.1': 'The card shows icon, name, origin, status, arguments and result, each where it belongs.',
  'S4.2': 'Every type of content is drawn, in order; what is unknown is text.',
  'S4.3': 'States are named, and nothing goes from waiting to done without running in between.',
  'S4.4': 'Long content is clipped at exact limits, and copying copies all of it.',
  'S4.5':
    'A form made from the schema stands beside raw JSON: text, spinner, segmented control, switch; asterisk; help text.',
  'S4.6': 'The card is a web component with one API, and a card in the terminal.',
  'S4.7':
    'A call is kept by tenant, principal, session and the id of its hold; another tenant’s look-up is a 404; its records have the digest of the arguments.',
  'S4.8': 'The card is a named region, its status is announced, and seven presets carry it.',
  'S4.9': 'Every call is visible at once, also while it streams.',
  X8: 'Retry runs at once only where nothing was applied; else it asks again.',
}

const tokens: { readonly [id: string]: string } = {
  A12: 'Somebody who is no approver is refused, and the try is on record.',
  B1: 'A token with any bit flipped opens nothing.',
  B2: 'A decision for one hold never counts for another.',
  B5: 'An approval repeated fifty times at once dispatches once.',
  B6: 'A millisecond after its deadline a hold is expired.',
  B8: 'An agent’s credential on a decision is refused and on record.',
  B9: 'Approval flags that an agent sets change nothing.',
  B11: 'A voice of too little assurance is refused; the hold stays pending.',
  B13: 'After a rotation the old key works until it is revoked.',
  B10: 'Agreeing to open a page decides nothing.',
}

const bytes: { readonly [id: string]: string } = {
  C1: 'Duplicate keys are refused.',
  C3: 'Numbers that JSON cannot carry exactly are refused, or kept byte for byte.',
  C4: 'A __proto__ key is data.',
  C6: 'Composed and decomposed letters are different arguments.',
  C7: 'Reordered keys are the same arguments.',
  C9: 'Absurd depth is a clean error.',
  C10: 'null and absent are different arguments.',
  C12: 'A header that contradicts the body is refused.',
}

const rendering: { readonly [id: string]: string } = {
  D1: 'Text that imitates a decision stays inside its field.',
  D3: 'Terminal control sequences are shown, not obeyed.',
  D4: 'Hidden and direction-changing characters are marked and raise the risk.',
  D8: 'Markdown in what a call says is text in DingTalk, and no image of it is fetched.',
  D9: 'Markup in arguments is text on the page.',
  D11: 'The server’s identity and the tool’s real name stand beside any title.',
  D12: 'What a foreign window sends to the card is dropped.',
  D13: 'Synthetic and too early clicks decide nothing.',
  D15: 'A binary blob is shown by size and hash, and called uninspectable.',
}

const edge: { readonly [id: string]: string } = {
  E1: 'GET and HEAD change nothing.',
  E2: 'A POST without a key changes nothing.',
  E3: 'A form or text/plain body from another site is refused.',
  E4: 'Another tenant’s hold is, byte for byte, one that does not exist.',
  E7: 'An approver who lost the right before the run voids the approval.',
  E8: 'An empty list of approvers lets nobody approve: it is refused at start.',
  E9: 'Who may only look decides nothing through a chat.',
  E10: 'A foreign Host or Origin is refused on every route.',
  E11: 'A flood is refused; others are not affected.',
  E13: 'Large, compressed and slow bodies meet a bound.',
  E14: 'The page cannot be framed.',
  E15: 'More questions than a group or a person may hold become one line there, never an approval.',
}

const upstream: { readonly [id: string]: string } = {
  G1: 'A server that never answers leaves an unknown outcome, never a retry.',
  G3: 'A refused connection sent nothing: the approval can be used again.',
  G4: 'A late answer is recorded; nothing is sent twice.',
  G5: 'A gateway error after the request was written is unknown.',
  G7: 'A tool whose definition changed voids the approval.',
  G9: 'Names that only look alike never share a rule.',
  G10: 'A tool that turns read-only keeps its tier.',
  G11: 'Batches, null ids, duplicate ids and unknown shapes are errors, not ways around.',
  G13: 'An endless result is capped; the outcome is kept.',
  G14: 'A result that claims permission grants none.',
}

const crashes: { readonly [id: string]: string } = {
  H1: 'Killed before the hold is stored: nothing happened.',
  H2: 'Killed after it: the hold survives and can be decided.',
  H3: 'Killed after the verdict, before its receipt: the same receipt again.',
  H4: 'Killed between re-check and claim: one dispatch in all.',
  H6: 'Killed after the answer, before it is stored: unknown.',
  H7: 'Killed after the outcome is stored, before the reply: the stored result.',
  H8: 'Approve, reject and expire at once: one winner.',
  H10: 'Revoked and dispatched at once: never both.',
  H12: 'A commit whose acknowledgement is lost causes no second run.',
  H15: 'A full disk at any write dispatches nothing.',
  H16: 'A store locked for long is a clear refusal, not a decision in memory.',
  H17: 'A store that goes away after the approval: nothing is sent.',
  H18: 'A decision whose record cannot be written is no decision.',
  H19: 'An edited or reordered audit log names its first bad record.',
  H21: 'A clock that jumps runs nothing early and revives nothing.',
  H22: 'A bad configuration refuses to start; a bad reload keeps the last good one.',
  H24: 'What was allowed once does not cover other arguments or a higher tier.',
  H25: 'Versions that share a store lose no decision.',
  H26: 'SIGTERM waits for what runs, or stores it as unknown.',
}

const history: { readonly [id: string]: string } = {
  S1: 'Confirming twice executes once.',
  S2: 'A verdict against the one that stands is refused.',
  S4: 'Text that looks like an approval approves nothing.',
  S5: 'What is not there, or may not be done now, is answered without asking anybody.',
  S6: 'What changed between the preview and the dispatch is asked again, with the difference.',
  S7: 'A failed call brings its real reason to user and agent.',
  S14: 'Rationales of 9, 10, 500 and 501 characters: no, yes, yes, no; in grace only a warning.',
  S15: 'Feedback of an unknown severity is refused with what is allowed.',
  S10: 'A reply in one chat leaves the others alone; a word with nothing waiting goes to the agent.',
  S11: 'A second question in one chat has a code of its own, and the first stays.',
  S12: 'A question asked in a group stands in the group; another member’s answer counts only where the rule says so.',
  S13: 'A job without a chat is asked about where the bot says, or denied at once with the reason.',
  S18: 'Holds survive a restart and can still be decided.',
  S3: 'Hostile arguments are identical after the Apply round trip, and the stored bytes run.',
  S8: 'On a host that draws no card the text alone is enough to decide.',
  S9: 'A client that never answers, or answers nonsense, runs nothing.',
  S16: 'A card that jumps from waiting to done shows running in between.',
  S17: '2,000 characters are plain, 2,001 clipped; copying is always whole.',
}

const local: { readonly [id: string]: string } = {
  L1: 'A configuration in the working directory is ignored.',
  L2: 'Arguments that lead into our own files or the hosts’ settings are asked for each time.',
  L3: 'A looser policy takes effect only after a person confirms it.',
  L4: 'Deciding needs a terminal or an approver’s token.',
  L8: 'A result that imitates us is stripped or marked.',
  L10: 'Two servers of one name and different commands are two.',
  L11: 'Another principal’s or client’s identical call has a hold and a result of its own.',
  L12: 'A caller that left before its envelope: only a repeated call runs it.',
  L13: 'An approval that nobody redeems lapses.',
  L14: 'A page on another port gets no key of ours.',
  L15: 'A one-time link works once, and the second use is told.',
  L16: 'A verb hidden in a name or an argument counts: the highest one rates.',
  L17: 'A day of ordinary work asks at most 8 times in balanced, and about every destructive or outward call.',
  L5: 'An agent’s token that answers its own elicitation is not enough, unless it is marked as relaying a person.',
  L6: 'An elicitation without the decision, or accepted at once, decides nothing.',
  L7: 'A server’s own view that calls our tools is refused.',
  L9: 'A server’s own question carries its name and is never mixed with ours.',
}

/** The contract of the source's own tests for the card. */
const card: { readonly [id: string]: string } = {
  T1: 'A waiting card shows its tool, with the arguments closed.',
  T2: 'Arguments open and close.',
  T3: 'Waiting, running, done: the badge follows and the result is drawn.',
  T4: 'An error offers a retry, which runs.',
  T5: 'Each type of content is drawn.',
  T6: 'Long text is clipped and can be shown whole.',
  T7: 'Copying copies everything.',
  T8: 'Status changes are announced; reduced motion moves nothing.',
}

/** What an examination from outside found, and what holds since. */
const examined: { readonly [id: string]: string } = {
  'X11.B5':
    'Every choice does exactly what it says: a plain yes, and one with edits, opens nothing; only the answer that names a scope opens it.',
  'X11.E7': 'An undo of the warehouse brings back what was; every delete says what cannot be undone.',
  'X11.E4': 'What a card says of a hold, and of what the agent claims, agrees with the list beside it.',
  'X11.E5': 'A character that hides is marked once, on every surface, and no text can pass for a mark.',
  'X11.E6': 'Escape closes every panel and dialog, decides nothing, and the focus goes back to what opened it.',
  'X11.A5':
    'Whatever spelling, escape, scheme, host, link or mount an argument uses, what leads into a protected place is asked for.',
  'X11.A1':
    'SQL is a read only if every function, operator and kind of clause in it is known to change nothing, and every engine in question cuts it alike.',
  'X11.A6':
    'Names that mix scripts or pass for a host or address that is known here are marked, letter by letter, and raise the risk.',
  'X11.A2':
    'Arguments with names that look alike are never sent to look or to rehearse, are marked, and raise the risk.',
  'X11.A3': 'A yes for a scope covers no call with another place in it, in whatever argument, form or length.',
  'X11.A4':
    'A changing verb counts inside any word of a name and in any argument that is not known to hold text, a search or a place.',
  'X11.E1':
    'A card says that a call runs only once it runs; while it is asked elsewhere, the card says that it waits, and where.',
  'X11.E2': 'A card that may not decide learns what was decided elsewhere, and what lets it look never decides.',
  'X11.E3':
    'policy explain judges a call as the gateway does: by the tool as its server defines it, or says that it cannot.',
  'X11.E9':
    'What the table calls destructive is listed as such against the server’s own word; a hint is never lowered.',
  'X11.E8': 'A setting that does nothing is told with file and line; a store that is not there is refused.',
  'X11.E11': 'A command that we print works as it is printed, where the person is.',
  'X11.E10':
    'What we make in the home is 0600 or 0700 whatever the umask; a configuration that others can write is told.',
  'X11.C1':
    'What is held is bounded in bytes per principal and tenant; lists, sweeps and streams carry no bodies, and a page is bounded.',
  'X11.C2':
    'What takes long to read is read on another thread, and bounded in time and size; beyond it a person is asked, or nothing runs.',
  'X11.C3':
    'Idle children of serve end, a principal has a bounded number of them, and no connection uses up the questions of others, whatever it calls itself.',
  'X11.C4': 'A child of serve inherits a small fixed set of variables and what its entry names, and nothing else.',
  'X11.B1':
    'A quorum counts people: one person under several identities is one voice, an identity that stands for nobody is none, and a quorum that the mapped people cannot meet refuses to start.',
  'X11.B2': 'A pause is one tenant’s; the operator’s holds every tenant, and nobody but the operator ends it.',
  'X11.B3':
    'Who owns a hold is a lease in the store: an owner that is gone, wherever it ran, keeps no call from running and none in flight for ever; one that slept past its lease starts nothing.',
  'X11.B4': 'An answer that no person can have given is no decision, and nobody says that a user gave it.',
  'X11.F1':
    'A host that answers by itself decides nothing; that is remembered for a while, and a host known to be headless is not asked.',
  'X11.F2': 'A dialog approves only what it is known to show whole; otherwise it says where to decide.',
  'X11.F3': 'Forms, options and heartbeats are such as each host can carry.',
  'X11.F4': 'The object tells the model what to do as well as the text, and each travels once.',
  'X11.F5': 'A waiting call stays decidable after its host ended, and the envelope says how.',
  'X11.F6': 'An answer that left after its host had given up is not delivered: the identical call gets it.',
  'X11.F7': 'Hosts are known by the names that they give.',
  'X11.B6':
    'What was approved before a restore, or before the clock was set back, does not run until a person says so; store time neither goes back nor stands still.',
  'X11.D1':
    'A log that is cut, emptied, rewritten or exchanged, a head or a spool that is gone, is told as such, also after kill -9, until a person accepts it.',
  'X11.D2': 'A witness hears of each head, tells of a home that was set back as a whole, and never holds a call up.',
  'X11.D3': 'A stored call that is not what the log says was approved never runs.',
}

/** One engine, many fronts. */
const oneEngine: { readonly [id: string]: string } = {
  'X12.1':
    'The engine is a package of its own that knows no command line, HTTP, file or database; the folders of the command import each other in one direction.',
  'X12.S1':
    'A store in memory is as safe within its process as one on disk, loads no native code, and drops only what has ended.',
  'X12.S2':
    'A rail asks and decides nothing: silence, a refusal and what no person can have said leave the hold as it was.',
  'X12.2':
    'A rule has one home: every surface that judges, describes, refuses or offers answers for a call says the same of it.',
  'X12.3':
    'The files that a reader must open for a read that passes, a held call and a call over HTTP are named in AGENTS.md, few, and lead from one to the next.',
  'X12.4': 'No name is exported by two files of the packages: what a name says, it says once.',
  'X12.5':
    'A passed call costs little more than a byte pipe: what is spared on its way could have found nothing, and its record is safe before its answer leaves.',
  'X12.6': 'The suite says which ten of its files took longest.',
}

/** What others install. */
const published: { readonly [id: string]: string } = {
  'X15.P1':
    'Every package passes publint and attw and works from its tarball in an empty folder, types included; its bill of materials names what comes with it.',
  'X15.P2':
    'The command installs small: one bundle with its dependencies inside, at most 1.5 MB as a tarball and 35 MB with native SQLite.',
  'X15.P3':
    'Where the packages of a chat’s vendor are missing, one command that installs them is told by connect, serve, wrap and policy check, and calls are asked elsewhere.',
  'X15.P5':
    'From tarballs in an empty folder, a server that confirms its own tools works on both lines of the SDK, on every rail.',
  'X15.P4':
    'The bundle for Claude Desktop keeps to the schema of its manifest and puts the server that a person names behind the gateway.',
}

/** Answers in a chat. */
const chat: { readonly [id: string]: string } = {
  A1: 'A negation in Chinese approves nothing.',
  A3: 'A negation in English approves nothing.',
  A5: 'A bare word with two questions waiting decides nothing, and is answered with the codes.',
  A6: 'A code from another chat is not found.',
  A7: 'Letters of another script that pass for a word leave the hold pending.',
  A8: 'Full width, Traditional Chinese and Chinese punctuation approve as the documentation says.',
  A11: 'Two answers in one message, and an emoji, leave the hold pending.',
  D5: 'Slack’s mentions and links in what a call says are shown as their characters.',
  F1: 'A callback with a bad signature, a clock that is six minutes off or a body that was written anew is refused.',
  F2: 'One event that reaches several processes is one decision, and a question stands once in each place.',
  F4: 'A callback that comes again after the decision changes nothing, and is answered with what happened.',
  F5: 'A press that comes before the name of its message is stored counts.',
  F6: 'A platform that is away is tried again, others are asked meanwhile, and what nobody answered expires.',
  F7: 'Where a message cannot be changed, its old buttons decide nothing.',
  F8: 'A message of DingTalk by HTTP, whose signature does not cover its body, decides nothing where an identified person is demanded.',
  F9: 'Callbacks of Feishu without an Encrypt Key are refused when the channel is made.',
  A13: 'A reply of 100 KB is no answer, and is read in less than 50 ms.',
  'X13.1':
    'A question in a chat shows what the inbox shows; what does not fit is shortened and cannot be approved there; once decided it says who, when and where.',
  'X13.S1':
    'A channel shows every character as plain text, hands over what people did with the identity of the envelope, and decides nothing.',
  'X13.S2':
    'A channel speaks the wire format of its platform: tokens are renewed once, connections opened one at a time, limits told from refusals, callbacks taken only as far as their envelope is verified, and no secret is said.',
  'X13.2':
    'One function reads replies: a closed list of words, extended by configuration, alone or with the code of one hold.',
  'X13.3':
    'The gate of a bot puts a confirmation in front of any function and of the agent’s queue: it runs once what the right person confirmed in that chat, also after a crash and among processes, and denies what it cannot ask.',
  'X13.S3':
    'A chat is set up at a terminal: its credentials are tried, the first approver is paired by a code typed to the bot, and the configuration is written last, with no secret in it.',
  'X13.4':
    'What is asked in a chat is planned once, sent by one process at a time, brought up to date whatever crashed meanwhile, and on record; who answers counts by the identity that the platform vouches for, as the people are mapped at that moment.',
}

export const REQUIREMENTS: readonly Requirement[] = [
  product,
  tokens,
  bytes,
  rendering,
  edge,
  upstream,
  crashes,
  history,
  local,
  card,
  examined,
  oneEngine,
  chat,
  published,
].flatMap((family) => Object.entries(family).map(([id, promise]) => ({ id, promise })))
