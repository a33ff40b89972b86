package tilewright.report.stored;

import tilewright.model.UserError;

/** The schemas this version reads. A file of another version is refused, not misread. */
enum Schema {
    MEASUREMENT("tilewright/measurement/1"),
    SUMMARY("tilewright/summary/1"),
    ANALYSIS("tilewright/analysis/1"),
    RANKING("tilewright/ranking/1"),
    COUNTERS("tilewright/counters/1");

    private final String id;

    Schema(String id) {
        this.id = id;
    }

    boolean is(Fields fields) {
        return id.equals(fields.optionalText("schema"));
    }

    void check(Fields fields) {
        String found = fields.text("schema");
        if (!found.equals(id)) {
            throw UserError.badInput(fields.where() + ": schema is \"" + found + "\", this version reads \"" + id
                    + "\"; measure again, or use the version that wrote it");
        }
    }
}
