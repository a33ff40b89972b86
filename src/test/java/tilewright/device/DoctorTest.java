package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DoctorTest {
    private static final List<Finding> FINDINGS =
            List.of(Finding.ok("Java", "25"), Finding.optional("GPU", "no NVIDIA driver", "install it"));

    @Test
    void everySubjectIsExamined() {
        List<String> subjects = Doctor.examine().stream().map(Finding::subject).toList();
        assertEquals(List.of("Java", "isl", "C compiler", "OpenMP", "Memory", "GPU", "NVRTC", "nvcc"), subjects);
    }

    @Test
    void whatIsMissingComesWithARemedy() {
        for (Finding finding : Doctor.examine()) {
            assertEquals(finding.status() == Finding.Status.OK, finding.remedy() == null, finding.toString());
        }
    }

    @Test
    void textHasOneLinePerFindingAndTheRemedyBelow() {
        assertEquals("""
            ok       Java  25
            absent   GPU   no NVIDIA driver
                           -> install it
            """, FindingFormat.text(FINDINGS));
    }

    @Test
    void jsonCarriesStatusAndRemedy() {
        JsonNode root = JsonMapper.shared().readTree(FindingFormat.json(FINDINGS));
        assertEquals("tilewright/doctor/1", root.get("schema").asString());
        assertEquals("ok", root.get("findings").get(0).get("status").asString());
        assertTrue(root.get("findings").get(0).get("remedy") == null);
        assertEquals("install it", root.get("findings").get(1).get("remedy").asString());
    }
}
