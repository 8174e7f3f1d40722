/** Both lines of the AI SDK as they come from npm, each with a model that says what a test lets it say. */
import * as ai6 from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'
import * as ai7 from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'

/** What the model says in one step. */
export type Step = { readonly text: string } | { readonly call: ModelCall }

export interface ModelCall {
  readonly id: string
  readonly tool: string
  readonly input: object
}

export interface Message {
  readonly role: string
  readonly content: unknown
}

export interface Conversation {
  readonly tools: object
  readonly messages: readonly Message[]
  readonly steps: readonly Step[]
  /** Version 7 alone has it. */
  readonly toolApproval?: object
}

export interface Part {
  readonly type: string
  readonly approvalId?: string
  readonly reason?: string
  readonly toolCall?: { readonly toolCallId: string }
  readonly output?: unknown
  readonly error?: unknown
}

export interface Conversed {
  /** With what was said now. */
  readonly messages: readonly Message[]
  /** Of the last step. */
  readonly parts: readonly Part[]
  /** All that the model was shown, as text. */
  readonly seen: string
}

export interface AiLine {
  readonly name: string
  readonly converse: (about: Conversation) => Promise<Conversed>
  /** The same, as a stream. */
  readonly stream: (about: Conversation) => Promise<Conversed>
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

export function toAnswers(steps: readonly Step[]): never[] {
  return steps.map((step) => ({
    content: [
      'text' in step
        ? { type: 'text', text: step.text }
        : {
            type: 'tool-call',
            toolCallId: step.call.id,
            toolName: step.call.tool,
            input: JSON.stringify(step.call.input),
          },
    ],
    finishReason: { unified: 'text' in step ? 'stop' : 'tool-calls', raw: undefined },
    usage,
    warnings: [],
  })) as never[]
}

interface Generated {
  /** Of all steps; in version 6 they stand in the response. */
  readonly responseMessages?: readonly Message[]
  readonly response: { readonly messages: readonly Message[] }
  readonly content: readonly unknown[]
}

function conversed(
  given: readonly Message[],
  { responseMessages, response, content }: Generated,
  prompts: readonly unknown[],
): Conversed {
  return {
    messages: [...given, ...(responseMessages ?? response.messages)],
    parts: content as readonly Part[],
    seen: JSON.stringify(prompts),
  }
}

/** The streams of both lines have the same parts here. */
function toStreams(steps: readonly Step[]): readonly { readonly stream: ReadableStream<never> }[] {
  return toAnswers(steps).map(
    (answer: {
      readonly content: readonly { readonly type: string; readonly text?: string }[]
      readonly finishReason: object
    }) => ({
      stream: new ReadableStream<never>({
        start(controller) {
          const send = (part: object): void => controller.enqueue(part as never)
          send({ type: 'stream-start', warnings: [] })
          for (const part of answer.content) {
            if (part.type === 'text') {
              send({ type: 'text-start', id: 't' })
              send({ type: 'text-delta', id: 't', delta: part.text })
              send({ type: 'text-end', id: 't' })
            } else send(part)
          }
          send({ type: 'finish', finishReason: answer.finishReason, usage })
          controller.close()
        },
      }),
    }),
  )
}

const six: AiLine = {
  name: 'AI SDK 6',
  async converse({ tools, messages, steps }) {
    const model = new MockLanguageModelV3({ doGenerate: toAnswers(steps) })
    const generated = await ai6.generateText({
      model,
      tools: tools as ai6.ToolSet,
      messages: messages as ai6.ModelMessage[],
      stopWhen: ai6.stepCountIs(5),
    })
    return conversed(
      messages,
      generated as unknown as Generated,
      model.doGenerateCalls.map(({ prompt }) => prompt),
    )
  },
  async stream({ tools, messages, steps }) {
    const model = new MockLanguageModelV3({ doStream: toStreams(steps) as never })
    const streamed = ai6.streamText({
      model,
      tools: tools as ai6.ToolSet,
      messages: messages as ai6.ModelMessage[],
      stopWhen: ai6.stepCountIs(5),
    })
    await streamed.consumeStream()
    const generated = { response: await streamed.response, content: await streamed.content }
    return conversed(
      messages,
      generated as unknown as Generated,
      model.doStreamCalls.map(({ prompt }) => prompt),
    )
  },
}

const seven: AiLine = {
  name: 'AI SDK 7',
  async converse({ tools, messages, steps, toolApproval }) {
    const model = new MockLanguageModelV4({ doGenerate: toAnswers(steps) })
    const generated = await ai7.generateText({
      model,
      tools: tools as ai7.ToolSet,
      messages: messages as ai7.ModelMessage[],
      stopWhen: ai7.stepCountIs(5),
      ...(toolApproval === undefined ? {} : { toolApproval: toolApproval as never }),
    })
    return conversed(
      messages,
      generated as unknown as Generated,
      model.doGenerateCalls.map(({ prompt }) => prompt),
    )
  },
  async stream({ tools, messages, steps, toolApproval }) {
    const model = new MockLanguageModelV4({ doStream: toStreams(steps) as never })
    const streamed = ai7.streamText({
      model,
      tools: tools as ai7.ToolSet,
      messages: messages as ai7.ModelMessage[],
      stopWhen: ai7.stepCountIs(5),
      ...(toolApproval === undefined ? {} : { toolApproval: toolApproval as never }),
    })
    await streamed.consumeStream()
    const generated = {
      response: await streamed.response,
      responseMessages: await streamed.responseMessages,
      content: await streamed.content,
    }
    return conversed(
      messages,
      generated as unknown as Generated,
      model.doStreamCalls.map(({ prompt }) => prompt),
    )
  },
}

export const AI_LINES: readonly AiLine[] = [six, seven]
export const SEVEN: AiLine = seven
