/** Result rows of any statement. Two columns may have the same name. */
export interface ResultTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** Whether there are more rows. */
  readonly isCut: boolean
}

/** A step of a query plan. */
export interface PlanStep {
  readonly label: string
  readonly details: Readonly<Record<string, string>>
  readonly steps: readonly PlanStep[]
}

/** Statements before and after others. */
export interface Bracket {
  readonly begin: readonly string[]
  readonly end: readonly string[]
}

/** How users browse and change the rows of a vendor's tables. Expressions are SQL. */
export interface BrowseRules {
  /** Statements for a session and a transaction in which the server itself rejects every change. */
  readonly readOnly: {
    readonly session: readonly string[]
    readonly transaction: Bracket
    /** Returns a read-only transaction that even a user's statement cannot end. The id must be unguessable. */
    sealed(id: string): Bracket
  }
  /** Statements for a session and a transaction that changes rows. */
  readonly write: {
    readonly session: readonly string[]
    readonly begin: string
    readonly commit: string
    readonly rollBack: string
  }
  /** Whether NULL sorts before other values in ascending order. */
  readonly nullsFirst: boolean
  /** Case-insensitive operator that matches text against a pattern. */
  readonly like: string
  /** Whether the server rejects values that are invalid for the type of a column. */
  readonly checksTypes: boolean
  literal(text: string): string
  number(text: string): string
  boolean(value: boolean): string
  bytes(hex: string): string
  /** Returns an expression for a FLOAT with all its digits. */
  exactFloat(expression: string): string
  asText(expression: string): string
  /** Returns an expression for the first characters of a text. */
  startOf(expression: string, length: number): string
  /** Returns an expression for the number of bytes of a value. */
  sizeOf(expression: string): string
  hexOf(expression: string): string
  /** Returns an expression for a GEOMETRY or BIT as text. */
  geometryText(expression: string): string
  bitText(expression: string): string
  /** What follows the table name in an INSERT without values. */
  readonly noValues: string
  /** What follows a SELECT of rows that this transaction will change. */
  readonly forUpdate: string
  /** Returns a query that estimates the row count of a table, in the first column; null if there is no estimate. */
  estimate(table: string): string
  /** Returns the statement that shows the plan of another one. */
  explain(statement: string): string
  planOf(answer: ResultTable): readonly PlanStep[]
}
