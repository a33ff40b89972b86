package tilewright.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"tilewright " + number()};
    }

    static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** The commit that this is, as the launcher found it; empty where nobody knows. */
    static String commit() {
        return System.getProperty("tilewright.commit", "");
    }
}
